import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, values } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, looks, plainName, type Run, target, touches } from '../windows/run.ts';
import { kubectl, kubeOptions, onKube } from './cluster.ts';
import { docker } from './docker.ts';

export const containers: readonly Spec[] = [
  docker,
  kubectl,
  withVerbs('helm helmfile', kubeOptions, [
    row(
      /(?:list|ls|status|get|history|show|search|version|env|lint|template|verify|repo list|plugin list|diff|dependency list)(?: |$)/,
      'cluster.look',
      ['reads', 'downloads'],
      'network',
    ),
    row(/(?:uninstall|delete|del|un|destroy)(?: |$)/, 'cluster.delete', [], 'network', {
      read: onKube('cluster.delete', ['deletes']),
    }),
    row(/(?:install|upgrade|rollback|test|apply|sync)(?: |$)/, 'cluster.install', [], 'network', {
      read: onKube('cluster.install', ['changes', 'sends', 'downloads', 'installs']),
    }),
    row(
      /(?:repo (?:add|update|remove)|plugin install|registry login)(?: |$)/,
      'settings.program',
      ['settings', 'downloads'],
      'network',
    ),
    row(
      /(?:pull|dependency (?:update|build)|dep (?:up|update|build))(?: |$)/,
      'install.add',
      ['downloads', 'creates'],
      'both',
    ),
    row(/push(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'network'),
    row(/(?:create|package)(?: |$)/, 'packages.init', ['creates'], 'here'),
  ]),
  withVerbs(
    'minikube kind k3d colima lima limactl orb multipass vagrant',
    '-p,--profile= --name,-n= --driver= --memory= --cpus= --nodes= --config=read --image= -f --force --all',
    [
      row(
        /(?:status|list|ls|ip|logs|version|get|info|profile list|ssh-config|global-status|image (?:ls|list)|cluster list|addons list|service list|box list|port|snapshot list)(?: |$)/,
        'container.look',
        ['reads'],
        'nowhere',
        { lists: true },
      ),
      row(
        /(?:delete|destroy|rm|cluster delete|purge|box remove|snapshot delete)(?: |$)/,
        'container.remove',
        ['deletes', 'stops-programs'],
        'nowhere',
      ),
      row(/(?:stop|halt|suspend|pause|kill|restart|reload)(?: |$)/, 'container.stop', ['stops-programs'], 'nowhere'),
      row(
        /(?:start|create|up|cluster create|launch|resume|load|image load|addons enable|provision|box add|snapshot save|mount)(?: |$)/,
        'container.start',
        ['background', 'creates'],
        'nowhere',
      ),
      row(
        /(?:ssh|shell|exec|run|tunnel|service|dashboard|kubectl)(?: |$)/,
        'container.exec',
        ['runs-code'],
        'nowhere',
        { maybe: 'maybe.program' },
      ),
    ],
  ),
  {
    names: 'terraform tofu terragrunt',
    oneDash: true,
    harmless: true,
    options:
      '-chdir=cwd -var= -var-file=read -target= -out=write -state=read -backend-config= -lock-timeout= -parallelism= -auto-approve -input? -no-color -json -upgrade -reconfigure -destroy -refresh-only -replace= -migrate-state -force -recursive -check -write? -diff -compact-warnings -lock? -refresh? -version -help',
    read: (call, run) => terraform(call, run),
  },
  withVerbs(
    'pulumi cdk cdktf sam serverless sls copilot amplify sst nitric',
    '-s,--stack= -y,--yes --stage= --profile= --region= --require-approval= --app,-a= -f --skip-preview -c= --all --force --context= --function,-f=',
    [
      row(
        /(?:preview|diff|synth|synthesize|ls|list|stack (?:ls|output|export)?|stack$|whoami|logs|validate|build|doctor|metadata|context|config (?:get)?|about|info|package|status|print|local|dev)(?: |$)/,
        'cloud.look',
        ['downloads', 'reads', 'runs-code'],
        'network',
      ),
      row(/(?:destroy|remove|delete|down|stack rm)(?: |$)/, 'cloud.destroy', ['deletes'], 'network', {
        maybe: 'maybe.program',
      }),
      row(
        /(?:up|update|deploy|refresh|import|bootstrap|watch|sync|push|publish)(?: |$)/,
        'cloud.deploy',
        ['spends', 'publishes', 'sends', 'runs-code'],
        'network',
        { maybe: 'maybe.program' },
      ),
      row(
        /(?:login|logout|config (?:set|rm)|stack (?:init|select)|configure|init|new)(?: |$)/,
        'settings.program',
        ['settings', 'creates'],
        'network',
      ),
      row(/(?:invoke|run|exec)(?: |$)/, 'cloud.run', ['runs-code', 'sends'], 'network', { maybe: 'maybe.program' }),
    ],
  ),
  withVerbs(
    'ansible-playbook ansible ansible-pull',
    '-i,--inventory= -l,--limit= -t,--tags= -e,--extra-vars= -m= -a= -b,--become -K -u= -C,--check -D,--diff --syntax-check --list-tasks --list-hosts --vault-password-file=read -v -vv -vvv -f= -k',
    [
      row(/^/, 'run.playbook', ['runs-code', 'sends'], 'network', {
        read: (call, run, rest) => {
          const playbook = call.name === 'ansible-playbook' ? rest.map((one) => target(run, one)) : [];
          if (has(call, '--syntax-check', '--list-tasks', '--list-hosts')) return looks(run, 'files.read', rest);
          const name = namesOf([...rest, ...values(call, '-i', '-l', '-m', '-a')]);
          add(run, 'run.playbook', { name }, ['runs-code', 'sends', ...(has(call, '-b') ? (['admin'] as const) : [])], {
            places: [{ id: 'network' }, ...playbook.flatMap((one) => one.places)],
            maybe: [{ id: 'maybe.program', params: { name } }],
          });
        },
      }),
    ],
  ),
  withVerbs(
    'ansible-galaxy ansible-vault packer vault consul nomad',
    '-r=read -f -p= -o= -address= -var= -token= -namespace=',
    [
      row(
        /(?:list|info|search|view|status|read|kv get|kv list|members|validate|inspect|job status|node status|version|plan|secrets list|auth list|token lookup|catalog)(?: |$)/,
        'cloud.look',
        ['reads', 'downloads'],
        'network',
      ),
      row(
        /(?:install|collection install|role install|plugins install|init)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'both',
      ),
      row(
        /(?:delete|kv delete|kv destroy|kv metadata delete|remove|job stop|stop|secrets disable|token revoke|lease revoke)(?: |$)/,
        'cloud.delete',
        ['deletes'],
        'network',
      ),
      row(/(?:encrypt|decrypt|rekey|edit|create|encrypt_string|fmt)(?: |$)/, 'files.change', ['changes'], 'here', {
        read: (_call, run, rest) => touches(run, 'files.change', ['changes'], rest),
      }),
      row(
        /(?:write|kv put|kv patch|run|job run|build|apply|login|secrets enable|policy write|token create)(?: |$)/,
        'cloud.change',
        ['sends', 'changes'],
        'network',
        { maybe: 'maybe.program' },
      ),
    ],
  ),
];

function terraform(call: Call, run: Run): undefined {
  const [verb, ...rest] = call.operands;
  const line = call.operands
    .map((one) => one.text)
    .join(' ')
    .replace(/^run-all /, '');
  const targets = values(call, '-target', '-replace', '-var').map(plainName);
  const name = [namesOf(rest), ...targets].filter(Boolean).join(' ') || `${call.name} ${verb?.text ?? ''}`.trim();
  const places = placesOf('both', run);
  if (/^destroy|^apply.*/.test(line) && (line.startsWith('destroy') || has(call, '-destroy')))
    return add(run, 'cloud.destroy', { name }, ['deletes', 'runs-code'], { places });
  if (/^apply/.test(line)) return add(run, 'cloud.deploy', { name }, ['spends', 'sends'], { places });
  if (/^plan/.test(line)) return add(run, 'cloud.plan', { name }, ['downloads', 'reads'], { places });
  if (/^(?:init|get|providers lock)/.test(line))
    return add(run, 'install.all', {}, ['downloads', 'creates', 'installs'], { places });
  if (/^fmt/.test(line))
    return add(
      run,
      has(call, '-check') ? 'tool.check' : 'tool.fix',
      { name: 'terraform fmt', paths: namesOf(rest) || '.' },
      has(call, '-check') ? ['reads'] : ['changes'],
      { places: placesOf('here', run) },
    );
  if (
    /^(?:validate|version|graph|providers|workspace (?:list|show)|console|output|show|state (?:list|show|pull)|metadata|test)/.test(
      line,
    ) ||
    !verb
  )
    return add(run, 'cloud.look', { name }, ['reads'], {
      places: /^(?:state|output|show)/.test(line) ? places : placesOf('here', run),
    });
  if (/^(?:state (?:rm|push|replace-provider)|workspace delete)/.test(line))
    return add(run, 'cloud.delete', { name }, ['deletes'], { places });
  if (/^force-unlock/.test(line)) return add(run, 'cloud.change', { name }, ['changes'], { places });
  if (/^(?:state mv|taint|untaint|import|refresh|workspace (?:new|select)|login|logout)/.test(line))
    return add(run, 'cloud.change', { name }, ['changes', 'sends'], { places });
  add(run, 'run.program', { name }, ['runs-code'], { places, maybe: [{ id: 'maybe.program', params: { name } }] });
}
