import type { Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, values } from '../programs/spec.ts';
import { row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { gh } from './hub.ts';
import { copyBetween } from './remote.ts';

const bucket = (one: Value): string | undefined =>
  /^(?:s3|gs|az|https?|cos|oss|b2):\/\//.test(one.text) ? plainName(one) : undefined;

/** Words of clouds' sub-commands by what they do, the gravest first. */
const deleting =
  /(?:^|[\s-])(?:delete|remove|destroy|purge|terminate|deregister|rm|rb|prune|empty|teardown)(?:[\s-]|$)/;
const stopping = /(?:^|[\s-])(?:stop|restart|reboot|deallocate|reset|kill|suspend|hibernate)(?:[\s-]|$)/;
const paying =
  /(?:^|[\s-])(?:create|run-instances|start|deploy|launch|purchase|allocate|scale|resize|provision|restore|resume|up|publish-version|request|apply|promote|clone)(?:[\s-]|$)/;
const rights =
  /(?:iam|policy|policies|role|permission|grant|revoke|acl|access-key|key-pair|add-iam|set-iam|public-access|credential|secret)/;
const reading =
  /(?:^|[\s-])(?:describe|list|ls|get|show|head|lookup|logs?|tail|view|search|query|scan|select|filter|estimate|validate|test|wait|info|status|whoami|identity|caller|read|check|help|history|print|export-template|detect|batch-get|presign|simulate|preview|browse|tree|stat|du|cat|account|version|output|ps|top|metrics|events)(?:[\s-]|$)/;

/** What a cloud's sub-command does, by its verb. */
function byVerb(call: Call, run: Run): undefined {
  const line = call.operands
    .slice(0, 6)
    .map((one) => one.text)
    .join(' ');
  const words: string[] = [];
  for (const one of call.operands) {
    if (!/^[a-z][a-z0-9-]*$/.test(one.text) || words.length > 5) break;
    words.push(one.text);
  }
  const verbs = words.join(' ');
  const name = shown(namesOf(call.operands.slice(Math.min(words.length, 2))) || verbs);
  const files = call.operands
    .concat([...call.options.values()].flat())
    .filter((one) => /^(?:file|fileb):\/\//.test(one.text));
  for (const one of files) looks(run, 'files.read', [{ ...one, text: one.text.replace(/^fileb?:\/\//, '') }]);
  const unknown = call.operands.flatMap((one) =>
    one.listed || isKnown(one)
      ? []
      : one.unknown.map((what): Said => ({ id: 'maybe.variable', params: { name: shown(what) } })),
  );
  const places: Place[] = [{ id: 'network' }];
  run.output = { list: true, words: call.name };
  if (deleting.test(verbs))
    return add(run, 'cloud.delete', { name }, ['deletes', ...(rights.test(verbs) ? (['permissions'] as const) : [])], {
      places,
      maybe: unknown,
    });
  if (stopping.test(verbs)) return add(run, 'cloud.stop', { name }, ['stops-programs'], { places, maybe: unknown });
  if (
    /(?:^|\s)(?:invoke|exec|execute-command|send-command|ssh|run-command|execute|call|trigger|start-execution|start-build)(?:[\s-]|$)/.test(
      verbs,
    )
  )
    return add(run, 'cloud.run', { name }, ['runs-code', 'sends'], {
      places,
      maybe: [{ id: 'maybe.elsewhere' }, ...unknown],
    });
  if (reading.test(verbs) && !/(?:^|\s)(?:create|update|put|set)-/.test(verbs))
    return add(run, 'cloud.look', { name }, ['downloads', 'reads'], { places });
  if (/(?:^|\s)(?:deploy|publish)(?:[\s-]|$)/.test(verbs))
    return add(run, 'cloud.deploy', { name }, ['publishes', 'sends', 'spends', 'runs-code'], { places });
  if (rights.test(verbs))
    return add(run, 'cloud.rights', { name }, ['permissions', 'sends'], { places, maybe: unknown });
  if (paying.test(verbs)) return add(run, 'cloud.create', { name }, ['spends', 'sends'], { places, maybe: unknown });
  if (
    /(?:^|[\s-])(?:update|modify|put|set|add|attach|associate|enable|disable|tag|untag|copy|import|send|register|change|assign|configure|authorize|replace|move|upload|sync|write|reset|upgrade|connect|link|use|switch|rename|edit|push|cancel|invalidate|subscribe|detach|unset|remove-tags|patch|mb|cp|mv|queue|migrate|rollback|failover)(?:[\s-]|$)/.test(
      verbs,
    )
  )
    return add(
      run,
      'cloud.change',
      { name },
      ['sends', 'changes', ...(/instance|scal|capacity|plan|size/.test(verbs) ? (['spends'] as const) : [])],
      { places, maybe: unknown },
    );
  if (verbs === '' && line === '') return add(run, 'computer.look', { name: call.name }, ['reads']);
  add(run, 'cloud.change', { name: shown(`${call.name} ${line}`) }, ['sends'], {
    places,
    maybe: [{ id: 'maybe.program', params: { name: shown(`${call.name} ${verbs || line}`) } }],
  });
}

function s3(call: Call, run: Run): undefined {
  const [, verb, ...rest] = call.operands;
  const name = namesOf(rest);
  const places: Place[] = [{ id: 'network' }];
  const unknown = rest.flatMap((one) =>
    one.listed || isKnown(one)
      ? []
      : one.unknown.map((what): Said => ({ id: 'maybe.variable', params: { name: shown(what) } })),
  );
  if (has(call, '--dryrun')) return add(run, 'cloud.look', { name }, ['downloads', 'reads'], { places });
  switch (verb?.text) {
    case 'ls':
      run.output = { list: true, words: 'aws s3 ls' };
      return add(run, 'cloud.look', { name: name || 's3' }, ['downloads', 'reads'], { places });
    case 'presign':
      return add(run, 'cloud.share', { name }, ['reads', 'publishes'], { places });
    case 'rm':
    case 'rb':
      return add(run, 'cloud.delete', { name }, ['deletes'], { places, maybe: unknown });
    case 'mb':
      return add(run, 'cloud.create', { name }, ['spends', 'creates'], { places });
    case 'website':
      return add(run, 'cloud.rights', { name }, ['publishes', 'sends'], { places });
    case 'cp':
    case 'mv':
    case 'sync': {
      const open = values(call, '--acl').some((one) => /public/.test(one.text)) || values(call, '--grants').length > 0;
      copyBetween(
        rest,
        run,
        [
          ...(has(call, '--delete') ? (['deletes'] as const) : []),
          ...(verb.text === 'mv' ? (['moves', 'deletes'] as const) : []),
          ...(open ? (['publishes', 'permissions'] as const) : []),
        ],
        bucket,
      );
      return;
    }
    default:
      return byVerb(call, run);
  }
}

const cloudOptions =
  '--region= --profile= --output,-o= --query= --endpoint-url= --project,-p=name --zone=name --format= --filter= --subscription= --resource-group,-g=name --name,-n=name --account= --location,-l=name --quiet,-q --yes,-y --recursive --force --delete --dryrun --acl=name --exclude= --include= --no-cli-pager --no-sign-request --debug --limit= --max-items= --config=read --app,-a=name --grants=name';

const vercelRows = [
  row(
    /(?:ls|list|logs|inspect|whoami|env ls|domains ls|dns ls|projects? ls|teams ls|status|version|help|deployments?(?: list)?|pages (?:project|deployment) list|kv key (?:list|get)|d1 (?:list|info)|r2 (?:bucket )?list|tail|sites:list|functions:list|apps:list|machines? list|machine status|ips list|releases|regions|apps$|ps$|config$|addons$|info|secret list|volumes list|checks list|projects:list|hosting:(?:sites|channel):list|target|login:list)(?: |$)/,
    'cloud.look',
    ['downloads', 'reads'],
    'network',
  ),
  row(/(?:env pull|pull)(?: |$)/, 'cloud.pull', ['downloads', 'changes'], 'both'),
  row(
    /(?:remove|rm|delete|destroy|apps:destroy|apps destroy|env rm|domains rm|kv namespace delete|kv key delete|d1 delete|r2 (?:bucket|object) delete|machines? destroy|volumes destroy|sites:delete|functions:delete|hosting:(?:disable|sites:delete)|secret delete|projects? (?:rm|delete)|pages project delete|firestore:delete|database:remove|addons:destroy|pg:reset|secrets unset|unpublish|db reset|branches delete)(?: |$)/,
    'cloud.delete',
    ['deletes'],
    'network',
  ),
  row(
    /(?:dev|serve|build|emulators:start|emulators:exec|types|generate|gen|check|test|link|local|start|studio|functions serve)(?: |$)/,
    'run.tool',
    ['runs-code'],
    'here',
  ),
  row(
    /(?:login|logout|auth|switch|link|unlink|init|use|config:set|config set|telemetry|tokens|apps:join|clone|git:remote)(?: |$)/,
    'settings.program',
    ['settings'],
    'network',
  ),
  row(
    /(?:ps:restart|restart|apps restart|machines? (?:stop|restart|kill)|ps:stop|stop|maintenance:on|suspend)(?: |$)/,
    'cloud.stop',
    ['stops-programs'],
    'network',
  ),
  row(
    /(?:run|ssh|console|exec|machine run|functions:call|functions:shell|ps:exec|pg:psql|db (?:push|execute|remote))(?: |$)/,
    'cloud.run',
    ['runs-code', 'sends'],
    'network',
    { maybe: 'maybe.elsewhere' },
  ),
  row(
    /(?:apps:create|create|launch|addons:create|ps:scale|scale|machines? (?:create|start|clone)|volumes create|d1 create|kv namespace create|r2 bucket create|ps:resize|projects:create|domains (?:buy|add)|upgrade|certs|branches create|projects create)(?: |$)/,
    'cloud.create',
    ['spends', 'sends'],
    'network',
  ),
  row(
    /(?:secret put|secret bulk|secrets set|secrets import|env add|env:set|config:unset|kv key put|r2 object put|alias|promote|rollback|redeploy|domains|dns|certs|releases:rollback|hosting:clone|d1 execute|d1 migrations apply|pages secret put|versions|storage|bisect|functions:config:set|functions deploy)(?: |$)/,
    'cloud.change',
    ['sends', 'publishes'],
    'network',
  ),
  row(
    /(?:deploy|publish|pages deploy|pages publish|hosting:channel:deploy|app deploy|site deploy|^$)(?: |$)/,
    'cloud.deploy',
    ['publishes', 'sends'],
    'both',
  ),
];

export const clouds: readonly Spec[] = [
  {
    names: 'aws awslocal',
    harmless: true,
    options: cloudOptions,
    read: (call, run) => {
      const service = call.operands[0]?.text;
      if (service === 's3') return s3(call, run);
      if (service === 'configure' && !/^(?:list|get)/.test(call.operands[1]?.text ?? ''))
        return add(run, 'settings.program', { name: namesOf(call.operands.slice(1)) || 'aws' }, ['settings'], {
          places: target(run, { text: '~/.aws/config', unknown: [] }).places,
        });
      if (service === 'configure' || service === '--version')
        return add(run, 'computer.look', { name: 'aws' }, ['reads']);
      if (service === 'sso')
        return add(run, 'account.login', { name: 'aws' }, ['settings', 'sends'], { places: [{ id: 'network' }] });
      byVerb(call, run);
      if (service === 's3api' && call.operands[1]?.text === 'get-object') {
        const to = call.operands.at(-1)!;
        touches(run, 'files.write', ['changes', 'creates'], [to]);
      }
    },
  },
  {
    names:
      'gcloud gsutil bq az doctl linode-cli hcloud oci ibmcloud scw aliyun exo vultr-cli civo digitalocean eksctl kops confluent mongocli atlas-cli databricks snow stripe twilio sentry-cli datadog-ci circleci buildkite-agent supabase-cli planetscale pscale neonctl turso upstash railway',
    harmless: true,
    options: cloudOptions,
    read: (call, run) => {
      const [first, second] = call.operands;
      if (call.name === 'gsutil' || (call.name === 'gcloud' && first?.text === 'storage')) {
        const rest = call.operands.slice(first?.text === 'storage' ? 1 : 0);
        const verb = rest[0]?.text ?? '';
        if (/^(?:cp|mv|rsync)$/.test(verb))
          return copyBetween(
            rest.slice(1),
            run,
            [
              ...(verb === 'mv' ? (['moves', 'deletes'] as const) : []),
              ...(call.args.some((one) => one.text === '-d' || /^--delete/.test(one.text))
                ? (['deletes'] as const)
                : []),
            ],
            bucket,
          );
        if (/^(?:rm|rb)$/.test(verb))
          return add(run, 'cloud.delete', { name: namesOf(rest.slice(1)) }, ['deletes'], {
            places: [{ id: 'network' }],
            maybe: rest.flatMap((one) =>
              one.listed
                ? []
                : one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } })),
            ),
          });
      }
      if (call.name === 'bq' && first?.text === 'query') {
        const sql = call.operands.at(-1)!;
        return add(
          run,
          'data.query',
          { sql: plainName(sql) },
          ['database', 'downloads', ...(/\b(?:drop|delete|truncate)\b/i.test(sql.text) ? (['deletes'] as const) : [])],
          { places: [{ id: 'network' }] },
        );
      }
      if (
        /^(?:config|auth|login|logout|configure|init|context|set|account)$/.test(first?.text ?? '') &&
        !/^(?:list|get|get-value|show|print-access-token|describe|current|list-locations|print-identity-token)$/.test(
          second?.text ?? '',
        )
      )
        return add(
          run,
          'settings.program',
          { name: namesOf(call.operands.slice(1)) || call.name },
          ['settings', ...(/auth|login/.test(first!.text) ? (['sends'] as const) : [])],
          { places: [{ id: 'network' }] },
        );
      if (call.name === 'gcloud' && first?.text === 'components' && second?.text !== 'list')
        return add(
          run,
          'install.add',
          { paths: namesOf(call.operands.slice(2)) || 'gcloud' },
          ['installs', 'downloads'],
          { places: [{ id: 'network' }] },
        );
      byVerb(call, run);
    },
  },
  gh,
  withVerbs(
    'vercel now netlify wrangler firebase heroku fly flyctl supabase surge render dokku cf eas railway-cli',
    `${cloudOptions} --prod --dir,-d= --site,-s= --only= --token,-t= --env= --message,-m= --remote,-r= --local --image,-i= --ha= --strategy= --command= --file= --build-arg=`,
    vercelRows,
    row(/^/, 'cloud.deploy', ['publishes', 'sends'], 'both'),
  ),
  withVerbs('ollama', '-f= --format= --keepalive= --verbose', [
    row(/(?:list|ls|ps|show|help|--version)(?: |$)/, 'computer.look', ['reads'], 'nowhere'),
    row(/pull(?: |$)/, 'hub.get', ['downloads', 'creates'], 'network'),
    row(/push(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'network'),
    row(/rm(?: |$)/, 'cloud.delete', ['deletes'], 'nowhere'),
    row(/stop(?: |$)/, 'program.stop', ['stops-programs'], 'nowhere'),
    row(/(?:create|cp)(?: |$)/, 'hub.get', ['creates'], 'nowhere'),
    row(/serve(?: |$)/, 'run.model', ['runs-code'], 'nowhere'),
    // A model that isn't here yet is downloaded first.
    row(/(?:run|launch)(?: |$)/, 'run.model', ['runs-code', 'downloads'], 'network'),
  ]),
  withVerbs('mlflow dvc huggingface-cli hf wandb kaggle', '-r,--remote= -f -p= --local-dir= --repo-type= -d -c=', [
    row(
      /(?:list|ls|status|show|diff|log|whoami|ps|scan-cache|env|competitions list|datasets list|version)(?: |$)/,
      'cloud.look',
      ['reads'],
      'network',
    ),
    row(
      /(?:pull|download|get|fetch|checkout|competitions download|datasets download)(?: |$)/,
      'hub.get',
      ['downloads', 'creates'],
      'both',
    ),
    row(/(?:push|upload|publish|sync|create)(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'both'),
    row(/(?:rm|remove|delete|delete-cache|gc|destroy|stop)(?: |$)/, 'cloud.delete', ['deletes'], 'nowhere'),
    row(/(?:login|logout|config|remote)(?: |$)/, 'settings.program', ['settings'], 'nowhere'),
    row(/(?:run|serve|repro|exp|start|launch|sweep|agent)(?: |$)/, 'run.tool', ['runs-code'], 'here'),
    row(/(?:add|init|commit|import)(?: |$)/, 'files.change', ['changes'], 'here', {
      read: (_call, run, rest) =>
        touches(run, 'files.change', ['changes', 'creates'], rest.length > 0 ? rest : [{ text: '.', unknown: [] }]),
    }),
  ]),
];
