import type { Chip } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, looks, plainName, type Run, touches, type Value } from '../windows/run.ts';

function ghApi(call: Call, run: Run, rest: readonly Value[]): undefined {
  const method = (value(call, '-X')?.text ?? '').toUpperCase();
  const fields = values(call, '-f', '-F', '--input');
  const path = rest[0] ? plainName(rest[0]) : '?';
  const graph = /^graphql/.test(path);
  const query = fields.map((one) => one.text).join(' ');
  for (const one of values(call, '--input')) if (one.text !== '-') looks(run, 'files.read', [one]);
  for (const one of fields) {
    const file = /^\w+=@(.+)$/.exec(one.text)?.[1];
    if (file && file !== '-') looks(run, 'files.read', [{ ...one, text: file }]);
  }
  const writes = graph
    ? /\bmutation\b/.test(query)
    : method
      ? method !== 'GET' && method !== 'HEAD'
      : fields.length > 0;
  const chips: Chip[] =
    method === 'DELETE' || (graph && /\bdelete\w*/i.test(query) && writes)
      ? ['deletes', 'sends']
      : writes
        ? ['sends', 'publishes']
        : ['downloads', 'reads'];
  if (!rest[0] || !isKnown(rest[0])) {
    const maybe =
      writes && rest[0] && !rest[0].listed
        ? rest[0].unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } }))
        : [];
    return add(run, 'hub.api', { name: shown(`${method} ${path}`.trim()) }, chips, {
      places: [{ id: 'network' }],
      maybe,
    });
  }
  if (method === 'DELETE' || (graph && chips[0] === 'deletes'))
    return add(run, 'hub.delete', { name: path }, chips, { places: [{ id: 'network' }] });
  add(run, writes ? 'hub.change' : 'hub.look', { name: path }, chips, {
    places: [{ id: 'network' }],
    notes: fields.length > 0 ? [{ id: 'note.with', params: { names: fields.map(plainName) } }] : [],
  });
  run.output = { words: 'gh', data: true, downloaded: true };
}

const ghOptions =
  '-R,--repo= -t,--title= -b,--body= -F,--body-file,--field= -B,--base= -H,--head,--header= -l,--label= -a,--assignee= -r,--reviewer= -m,--milestone,--merge -L,--limit= -s,--state,--squash= --json= -q,--jq= --template= -w,--web -d,--draft,--delete-branch -f,--raw-field,--fill,--force= -X,--method= --input= --hostname= -n,--notes,--name,--job= -N,--notes-file= --target= -p,--prerelease,--pattern,--project= --public --private --internal -y,--yes --log --log-failed --exit-status --admin --auto --rebase --subject= --comment,-c= -e,--env= -o,--org= --visibility= --ref= --workflow= --branch= --user= --app= --add-label= --remove-label= --reason= --clone -D,--dir= --source= --push --remote= --description= -A,--archive= --paginate -i --slurp --cache= --watch -S,--search= --author= -v --verbose --latest --generate-notes --clobber --repos= --discussion-category= --show-token --interval= --event= --created= --commit= --status= --approve --request-changes --delete-last --edit-last --allow-forking --enable-auto-merge --default-branch= --recover=';

export const gh: Spec = withVerbs('gh glab', ghOptions, [
  row(/api(?: |$)/, 'hub.look', [], 'network', { read: ghApi }),
  row(/(?:\w[\w-]* )?(?:delete|remove|delete-asset|unlink|rm)(?: |$)/, 'hub.delete', ['deletes', 'sends'], 'network'),
  row(/(?:cache delete|codespace delete)(?: |$)/, 'hub.delete', ['deletes'], 'network'),
  row(
    /(?:pr|mr|issue|release|run|workflow|repo|gist|label|secret|variable|cache|codespace|project|ruleset|search|org|auth|extension|alias|config|ssh-key|gpg-key|attestation|deploy-key|ci|pipeline) (?:list|ls|view|status|diff|checks|watch|show|search|item-list|field-list|repos|issues|prs|code|commits|verify|get|logs?|trace)(?: |$)/,
    'hub.look',
    ['downloads', 'reads'],
    'network',
    { lists: true },
  ),
  row(
    /(?:status|browse|search|help|version|completion|auth token|auth status)(?: |$)/,
    'hub.look',
    ['reads', 'downloads'],
    'network',
  ),
  row(/(?:pr|mr) (?:checkout|co)(?: |$)/, 'git.switch', ['git-local', 'downloads'], 'both'),
  row(/(?:pr|mr) merge(?: |$)/, 'hub.merge', [], 'network', {
    read: (call, run, rest) =>
      add(
        run,
        'hub.merge',
        { name: namesOf(rest) || 'pull request' },
        ['publishes', 'sends', ...(has(call, '-d') ? (['deletes'] as const) : [])],
        { places: [{ id: 'network' }], notes: has(call, '-d') ? [{ id: 'note.deletes-branch' }] : [] },
      ),
  }),
  row(/(?:repo|gist|release|run|project) (?:clone|fork|download|sync)(?: |$)/, 'hub.get', [], 'both', {
    read: (call, run, rest) => {
      const verb = call.operands[1]!.text;
      const name = namesOf(rest);
      if (verb === 'fork')
        return add(run, 'hub.create', { name }, ['publishes', 'sends'], { places: [{ id: 'network' }] });
      if (verb === 'sync')
        return add(run, 'git.pull', { name }, ['downloads', 'git-local', 'publishes', 'sends'], {
          places: placesOf('both', run),
        });
      add(run, 'hub.get', { name }, ['downloads', 'creates'], { places: placesOf('both', run) });
      const folder = value(call, '-D');
      if (folder) touches(run, 'files.create', ['creates'], [folder]);
    },
  }),
  row(
    /(?:auth (?:login|logout|refresh|setup-git|switch)|config set|alias set|config clear-cache|repo set-default|extension (?:install|upgrade|create))(?: |$)/,
    'settings.program',
    [],
    'network',
    {
      read: (call, run, rest) =>
        add(
          run,
          'settings.program',
          { name: namesOf(rest) || 'gh' },
          ['settings', ...(/extension/.test(call.operands[0]!.text) ? (['installs', 'downloads'] as const) : [])],
          { places: [{ id: 'network' }], maybe: [] },
        ),
    },
  ),
  row(/repo edit(?: |$)/, 'hub.change', [], 'network', {
    read: (call, run, rest) =>
      add(
        run,
        'hub.change',
        { name: namesOf([...rest, ...values(call, '--visibility')]) || 'repo' },
        ['sends', 'permissions', 'publishes'],
        { places: [{ id: 'network' }] },
      ),
  }),
  row(
    /(?:secret|variable|ssh-key|gpg-key|deploy-key) (?:set|add|create)(?: |$)/,
    'hub.secret',
    ['sends', 'settings', 'permissions'],
    'network',
  ),
  row(
    /(?:workflow run|run rerun|workflow (?:enable|disable)|run cancel|codespace (?:ssh|code|create|stop|start))(?: |$)/,
    'hub.run',
    [],
    'network',
    {
      read: (call, run, rest) => {
        const verb = call.operands
          .slice(0, 2)
          .map((one) => one.text)
          .join(' ');
        add(
          run,
          /cancel|stop|disable/.test(verb) ? 'hub.stop' : 'hub.run',
          { name: namesOf(rest) || verb },
          /cancel|stop|disable/.test(verb)
            ? ['stops-programs', 'sends']
            : ['sends', 'publishes', 'runs-code', ...(/codespace/.test(verb) ? (['spends'] as const) : [])],
          { places: [{ id: 'network' }] },
        );
      },
    },
  ),
  row(/repo create(?: |$)/, 'hub.create', [], 'network', {
    read: (call, run, rest) =>
      add(
        run,
        'hub.create',
        { name: namesOf(rest) || 'repo' },
        [
          'publishes',
          'sends',
          ...(has(call, '--source') ? (['git-local'] as const) : []),
          ...(has(call, '--clone') ? (['creates', 'downloads'] as const) : []),
        ],
        { places: placesOf(has(call, '--source', '--clone') ? 'both' : 'network', run) },
      ),
  }),
  row(
    /(?:pr|mr|issue|release|gist|label|project|repo|milestone|discussion|ruleset|codespace|snippet|variable|cache|attestation|ci|pipeline|run) (?:create|new|comment|note|edit|review|close|reopen|ready|merge|upload|update|lock|unlock|pin|unpin|transfer|develop|rename|archive|unarchive|item-add|item-edit|item-archive|field-create|link|copy|clone|update-branch|approve|rebase|todo|retry|run|play|trigger|revert)(?: |$)/,
    'hub.change',
    [],
    'network',
    {
      read: (call, run, rest) => {
        const files = values(call, '-N', '--body-file').filter((one) => one.text !== '-');
        const isFile = /^(?:gist create|release (?:create|upload))/.test(
          call.operands
            .slice(0, 2)
            .map((one) => one.text)
            .join(' '),
        );
        const uploads = isFile ? rest.slice(call.operands[0]!.text === 'gist' ? 0 : 1) : [];
        if (files.length > 0 || uploads.length > 0) looks(run, 'files.read', [...files, ...uploads]);
        const [kind, verb] = call.operands;
        const title = values(call, '-t').map(plainName);
        const name = namesOf(rest) || title[0] || kind!.text;
        const create = /^(?:create|new|comment|note|review|upload)$/.test(verb!.text);
        const id = create ? (/comment|note|review/.test(verb!.text) ? 'hub.comment' : 'hub.create') : 'hub.change';
        const local = kind!.text === 'pr' && verb!.text === 'create' ? placesOf('here', run) : [];
        const drops = has(call, '-d') && verb!.text === 'close' ? (['deletes'] as const) : [];
        add(run, id, { name: shown(name) }, ['publishes', 'sends', ...drops], {
          places: [{ id: 'network' }, ...local],
          notes: title.length > 0 && title[0] !== name ? [{ id: 'note.with', params: { names: title } }] : [],
        });
      },
    },
  ),
]);
