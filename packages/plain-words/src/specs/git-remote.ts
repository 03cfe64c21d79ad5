import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { runsHelper } from '../programs/apply.ts';
import { namesOf, readCode } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values } from '../programs/spec.ts';
import { add, isKnown, literal, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { hostOf } from './remote.ts';

type Sub = Omit<Spec, 'names'>;

const here = (run: Run): readonly Place[] => target(run, literal('.')).places;

/** The other side of a push or fetch: the name of a remote, an address, or a folder of this computer. */
function remotePlace(
  remote: Value | undefined,
  run: Run,
): { places: readonly Place[]; maybe: readonly Said[]; local: boolean } {
  if (!remote) return { places: [{ id: 'network' }], maybe: [], local: false };
  if (!isKnown(remote))
    return {
      places: [{ id: 'network' }],
      maybe: remote.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
      local: false,
    };
  const { text } = remote;
  if (/^(?:[./~]|file:\/\/)/.test(text)) {
    const at = target(run, { ...remote, text: text.replace(/^file:\/\//, '') });
    return { places: at.places, maybe: at.maybe, local: true };
  }
  return { places: [{ id: 'network', path: shown(hostIn(text) ?? text) }], maybe: [], local: false };
}

function hostIn(text: string): string | undefined {
  const url = /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)/i.exec(text)?.[1];
  if (url) return url;
  return /^[^/]+:/.test(text) ? hostOf(text).host : undefined;
}

/** `ext::sh -c …` makes git run a program. */
function startsTransport(given: readonly Value[], run: Run): undefined {
  for (const one of given) if (/^ext::/.test(one.text)) runsHelper({ ...one, text: one.text.slice(5) }, run);
}

function push(call: Call, run: Run): undefined {
  startsTransport(call.operands, run);
  const [remote, ...refs] = call.operands;
  const at = remotePlace(remote ?? value(call, '--repo'), run);
  const name = namesOf(call.operands);
  if (has(call, '-n'))
    return add(run, 'git.look', { name: shown(`push --dry-run ${name}`) }, ['downloads', 'reads'], {
      places: at.places,
    });
  const chips: Chip[] = ['publishes', 'sends'];
  const deletes = has(call, '-d', '--prune') || refs.some((one) => /^\+?:./.test(one.text)) || has(call, '--mirror');
  const forced = has(call, '-f', '--force-with-lease', '--mirror') || refs.some((one) => one.text.startsWith('+'));
  if (deletes) chips.push('deletes');
  if (forced) chips.push('git-history');
  const unknown = refs
    .filter((one) => !isKnown(one) && !one.listed)
    .flatMap((one) => one.unknown.map((what): Said => ({ id: 'maybe.variable', params: { name: shown(what) } })));
  add(
    run,
    deletes ? 'git.push-delete' : forced ? 'git.push-force' : 'git.push',
    { name },
    at.local ? chips.filter((one) => one !== 'sends') : chips,
    {
      places: [...at.places, ...here(run)],
      maybe: [...at.maybe, ...unknown],
      notes: [...(has(call, '--tags') ? [{ id: 'note.with', params: { names: ['--tags'] } } as const] : [])],
    },
  );
}

function clone(call: Call, run: Run): undefined {
  startsTransport(call.operands, run);
  const [from, to] = call.operands;
  if (!from) return;
  const at = remotePlace(from, run);
  const goal = to ?? literal(`./${/([^/:]+?)(?:\.git)?\/?$/.exec(from.text)?.[1] ?? '…'}`);
  add(run, 'git.clone', { name: plainName(from) }, at.local ? ['reads'] : ['downloads'], {
    places: at.places,
    maybe: at.maybe,
  });
  touches(run, 'files.create-folder', ['creates'], [goal]);
}

function pull(call: Call, run: Run): undefined {
  startsTransport(call.operands, run);
  const at = remotePlace(call.operands[0], run);
  const rebases = has(call, '-r') && value(call, '-r')?.text !== 'false';
  add(
    run,
    'git.pull',
    { name: namesOf(call.operands) },
    [
      ...(at.local ? [] : (['downloads'] as const)),
      'git-local',
      'changes',
      ...(rebases ? (['git-history'] as const) : []),
    ],
    { places: [...at.places, ...here(run)], maybe: at.maybe },
  );
}

function remote(call: Call, run: Run): undefined {
  const [verb, ...rest] = call.operands;
  const name = namesOf(rest);
  switch (verb?.text) {
    case undefined:
    case 'get-url':
      return add(run, 'git.look', { name: shown(`remote ${name}`.trim()) }, ['reads'], { places: here(run) });
    case 'show':
      return add(run, 'git.look', { name: shown(`remote show ${name}`) }, ['reads', 'downloads'], {
        places: [...here(run), { id: 'network' }],
      });
    case 'update':
    case 'prune':
      return add(run, 'git.fetch', { name }, ['downloads', 'git-local'], { places: [{ id: 'network' }, ...here(run)] });
    case 'remove':
    case 'rm':
      return add(run, 'git.remote-remove', { name }, ['settings', 'git-local'], { places: here(run) });
    default:
      return add(run, 'git.remote', { name }, ['settings', 'git-local'], { places: here(run) });
  }
}

function submodule(call: Call, run: Run): undefined {
  const [verb, ...rest] = call.operands;
  const name = namesOf(rest);
  if (verb?.text === 'foreach') {
    const words = call.args
      .slice(call.args.findIndex((one) => one.text === 'foreach') + 1)
      .filter((one) => !/^--(?:recursive|quiet)$/.test(one.text));
    if (words.length === 1) run.inner('bash', words[0]!.text, run);
    else run.call?.(words, run);
    return;
  }
  if (!verb || /^(?:status|summary)$/.test(verb.text))
    return add(run, 'git.look', { name: 'submodule' }, ['reads'], { places: here(run) });
  if (/^(?:add|update|sync)$/.test(verb.text))
    return add(
      run,
      'git.submodule',
      { name },
      ['downloads', 'git-local', ...(verb.text === 'add' ? (['creates'] as const) : [])],
      { places: [{ id: 'network' }, ...here(run)] },
    );
  if (verb.text === 'deinit') return add(run, 'git.untrack', { name }, ['git-local', 'deletes'], { places: here(run) });
  add(run, 'git.submodule', { name }, ['git-local'], { places: here(run) });
}

/** The sub-commands of git that talk to another copy. */
export const gitRemote: readonly (readonly [string, Sub])[] = [
  [
    'push',
    {
      harmless: true,
      options:
        '-f,--force --force-with-lease? --force-if-includes -u,--set-upstream -d,--delete --all --branches --tags --mirror --prune -n,--dry-run -q -v --follow-tags --no-verify -o,--push-option= --receive-pack,--exec=shell --repo= --atomic --signed? --thin --progress --no-force-with-lease -4 -6 --recurse-submodules=',
      read: push,
    },
  ],
  [
    'fetch',
    {
      harmless: true,
      options:
        '--all -p,--prune -t,--tags --depth= --deepen= --unshallow -q -v -f --upload-pack=shell -j= --shallow-since= --no-tags --refmap= --dry-run -n --multiple --recurse-submodules? -a --append --prune-tags -P --set-upstream --filter= --negotiation-tip= -k --update-head-ok -u',
      read: (call, run) => {
        startsTransport(call.operands, run);
        const at = remotePlace(call.operands[0], run);
        add(
          run,
          'git.fetch',
          { name: namesOf(call.operands) || (has(call, '--all') ? '--all' : '') },
          [...(at.local ? [] : (['downloads'] as const)), 'git-local'],
          { places: [...at.places, ...here(run)], maybe: at.maybe },
        );
      },
    },
  ],
  [
    'pull',
    {
      harmless: true,
      options:
        '-r,--rebase? --no-rebase --ff-only --ff --no-ff --all -p,--prune -t,--tags --depth= -q -v --autostash --no-autostash -s= -X= --upload-pack=shell --allow-unrelated-histories --no-edit -e,--edit --squash --no-commit --recurse-submodules? -n --stat -S? -f --unshallow',
      read: pull,
    },
  ],
  [
    'clone',
    {
      harmless: true,
      options:
        '-b,--branch= --depth= --single-branch --no-single-branch --recursive,--recurse-submodules? -o,--origin= -q -v --bare --mirror -c,--config= --template=read --reference= --filter= --sparse -j= -u,--upload-pack=shell --no-checkout,-n --shallow-since= --shallow-submodules --progress --separate-git-dir= --no-tags -l -s --dissociate --local --no-hardlinks',
      read: (call, run) => clone(call, run),
    },
  ],
  [
    'ls-remote',
    {
      harmless: true,
      options:
        '-h,--heads -t,--tags --refs -q --exit-code --get-url --sort= --symref -o= --upload-pack=shell --branches,-b',
      read: (call, run) => {
        startsTransport(call.operands, run);
        const at = remotePlace(call.operands[0], run);
        add(
          run,
          'git.look',
          { name: shown(`ls-remote ${namesOf(call.operands)}`) },
          at.local ? ['reads'] : ['downloads', 'reads'],
          { places: at.places, maybe: at.maybe },
        );
      },
    },
  ],
  [
    'remote',
    {
      harmless: true,
      options: '-v,--verbose -f -t= -m= --tags --add --delete --push --all --prune -p -n --mirror?',
      read: remote,
    },
  ],
  [
    'submodule',
    {
      harmless: true,
      options:
        '--init --recursive --remote --force,-f -b= --name= --depth= --merge --rebase -q -j= --checkout --reference= --all --quiet --jobs=',
      read: submodule,
    },
  ],
  [
    'lfs',
    {
      harmless: true,
      read: (call, run) => {
        const verb = call.operands[0]?.text ?? '';
        const name = namesOf(call.operands.slice(1));
        if (/^(?:ls-files|status|env|version|logs|fsck|locks)$/.test(verb))
          add(run, 'git.look', { name: `lfs ${verb}` }, ['reads'], { places: here(run) });
        else if (/^(?:pull|fetch|checkout|clone|smudge)$/.test(verb))
          add(run, 'git.fetch', { name }, ['downloads', 'git-local'], { places: [{ id: 'network' }, ...here(run)] });
        else if (verb === 'push')
          add(run, 'git.push', { name }, ['publishes', 'sends'], { places: [{ id: 'network' }, ...here(run)] });
        else if (verb === 'prune')
          add(run, 'git.tidy', { name: 'lfs' }, ['deletes', 'git-local'], { places: here(run) });
        else
          add(
            run,
            'git.config',
            { name: `lfs ${verb} ${name}` },
            ['settings', 'git-local', ...(verb === 'migrate' ? (['git-history'] as const) : [])],
            { places: here(run) },
          );
      },
    },
  ],
  [
    'send-email',
    {
      harmless: true,
      options: '--to= --cc= --from= --smtp-server= --sendmail-cmd=shell --to-cmd=shell --cc-cmd=shell',
      read: (call, run) =>
        add(run, 'web.mail', { name: namesOf(values(call, '--to', '--cc')) }, ['sends', 'publishes'], {
          places: [{ id: 'network' }],
        }),
    },
  ],
  [
    'svn p4 cvsimport fast-import fast-export',
    { harmless: true, read: (call, run) => readCode(`git ${call.name}`, undefined, run) },
  ],
];
