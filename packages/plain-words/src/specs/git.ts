import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { type MessageId, shown } from '../messages/index.ts';
import { runsHelper, writes } from '../programs/apply.ts';
import { takeApart } from '../programs/options.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import {
  add,
  carries,
  isKnown,
  literal,
  looks,
  plainName,
  type Run,
  target,
  touches,
  type Value,
} from '../windows/run.ts';
import { gitConfig, startsByConfig } from './git-config.ts';
import { gitRemote } from './git-remote.ts';

/** A sub-command of git: its spec and what it does. */
export type Sub = Omit<Spec, 'names'>;

const folder = (run: Run): readonly Place[] => target(run, literal('.')).places;
export const what = (call: Call): string => namesOf(call.operands);

/** Adds a finding at the place of the repository. */
export function inRepo(
  run: Run,
  id: MessageId,
  name: string,
  chips: readonly Chip[],
  more: { notes?: readonly Said[]; maybe?: readonly Said[]; places?: readonly Place[] } = {},
): undefined {
  add(run, id, { name }, chips, { ...more, places: [...folder(run), ...(more.places ?? [])] });
}

const looking: Sub = {
  harmless: true,
  options:
    '--output=write -o? -n,--max-count= --since= --until= --after= --before= --author= --committer= --grep= -S= -G= -L= --format= --pretty? -U= --stat? --diff-filter= --skip= -C? -M? -e= -f= -A= -B= --exclude= --glob= --contains= --merged? --no-merged? --sort= --points-at= --count= -m= --date= --color? --ext-diff --textconv --max-depth= --abbrev? --name-only --name-status -b? --show-toplevel ',
  lists: true,
  read: (call, run) => {
    const name = shown(
      [call.name, what(call), ...values(call, '-S', '-G', '-L', '--grep', '-e').map(plainName)]
        .filter(Boolean)
        .join(' '),
    );
    if (call.name === 'rev-parse' && has(call, '--show-toplevel'))
      run.output = { value: literal(run.where.folder), words: 'git rev-parse' };
    else if (
      /^(?:show|cat-file|diff|log|blame|archive|format-patch)$/.test(call.name) &&
      !has(call, '--name-only', '--format')
    )
      run.output = { words: 'git', data: true };
    const paths = call.operands
      .filter((one) => /^(?:\.{0,2}\/|~|\/)/.test(one.text) && isKnown(one))
      .map((one) => target(run, one).places[0])
      .filter((one) => one !== undefined);
    inRepo(run, 'git.look', name, ['reads'], { places: paths });
  },
};

const simple = (id: MessageId, chips: readonly Chip[], options: string): Sub => ({
  options,
  harmless: true,
  read: (call, run) => inRepo(run, id, what(call), chips),
});

/** Writes files of the working copy to an earlier state. */
function restores(_call: Call, run: Run, paths: readonly Value[], from: string): undefined {
  const found = paths.map((one) => target(run, one));
  add(run, 'git.restore', { paths: found.map((one) => one.name), from }, ['changes'], {
    places: [...folder(run), ...found.flatMap((one) => one.places)],
    maybe: found.flatMap((one) => one.maybe),
    notes: from ? [{ id: 'note.with', params: { names: [from] } }] : [],
  });
}

function checkout(call: Call, run: Run): undefined {
  const created = value(call, '-b', '-B', '--orphan', '-c', '-C');
  if (created)
    return inRepo(
      run,
      'git.branch-new',
      namesOf([created, ...call.operands]),
      has(call, '-B', '-C') ? ['git-local', 'git-history'] : ['git-local'],
      unknownIn([created]),
    );
  const dashes = call.args.findIndex((one) => one.text === '--');
  if (call.name === 'checkout' && (dashes >= 0 || has(call, '-p'))) {
    const before = call.operands.filter((_, i) => call.at[i]! < dashes);
    const paths = call.operands.filter((_, i) => call.at[i]! > dashes);
    if (paths.length > 0 || has(call, '-p'))
      return restores(call, run, paths.length > 0 ? paths : [literal('.')], namesOf(before));
  }
  const [first, ...rest] = call.operands;
  if (call.name === 'checkout' && rest.length > 0) return restores(call, run, rest, namesOf([first!]));
  if (call.name === 'checkout' && first && looksLikePath(first.text)) return restores(call, run, [first], '');
  if (!first) return inRepo(run, 'git.switch', has(call, '--detach') ? 'HEAD' : '', ['git-local']);
  inRepo(
    run,
    'git.switch',
    what(call),
    has(call, '-f', '--discard-changes') ? ['git-local', 'changes'] : ['git-local'],
    unknownIn([first]),
  );
}

/** `git checkout file.ts` throws edits away; `git checkout main` does not. */
const looksLikePath = (text: string): boolean =>
  /^\.{1,2}(?:\/|$)|^:\/|[*]|\/$/.test(text) ||
  (/\.(?:[a-z]{1,4}|json|lock|html|yaml|toml|mjs|tsx|jsx|swift|java|scss|vue|sql|txt)$/i.test(text) &&
    !/^v?\d/.test(text));

const unknownIn = (given: readonly Value[]): { maybe: readonly Said[] } => ({
  maybe: given.flatMap((one) =>
    one.listed ? [] : one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } })),
  ),
});

const firstLine = (text: string): string => shown(text.trim().split('\n')[0] ?? '');

function commit(call: Call, run: Run): undefined {
  const message = values(call, '-m')[0];
  const name = message
    ? firstLine(plainName({ ...message, text: message.text.trim().split('\n')[0] ?? '' }))
    : namesOf(values(call, '-F', '-C', '-c', '--fixup'));
  const files = values(call, '-F').filter((one) => one.text !== '-' && !one.stream);
  if (files.length > 0) looks(run, 'files.read', files);
  if (has(call, '--dry-run')) return inRepo(run, 'git.look', 'commit --dry-run', ['reads']);
  if (has(call, '--amend')) return inRepo(run, 'git.amend', name, ['git-history', 'git-local']);
  const input = run.input?.value;
  const said = name || (input && values(call, '-F')[0]?.text === '-' ? firstLine(input.text) : '');
  inRepo(run, 'git.commit', said, ['git-local'], {
    notes: call.operands.length > 0 ? [{ id: 'note.with', params: { names: call.operands.map(plainName) } }] : [],
  });
}

function reset(call: Call, run: Run): undefined {
  const dashes = call.args.findIndex((one) => one.text === '--');
  const hard = has(call, '--hard', '--keep', '--merge');
  const [first, ...rest] = call.operands;
  const isRevision =
    first !== undefined &&
    (/^(?:HEAD|ORIG_HEAD|FETCH_HEAD|@)|[~^]|^[0-9a-f]{7,40}$|^origin\/|^upstream\//.test(first.text) ||
      (has(call, '--soft', '--mixed') && dashes < 0) ||
      hard ||
      !isKnown(first));
  const moved =
    isRevision && rest.length === 0 && !/^(?:HEAD|@)$/.test(first!.text) && !(dashes >= 0 && call.at[0]! > dashes);
  if (hard)
    return inRepo(
      run,
      'git.reset-hard',
      first ? plainName(first) : 'HEAD',
      moved ? ['git-history', 'changes'] : ['changes'],
      unknownIn(first ? [first] : []),
    );
  if (moved) return inRepo(run, 'git.reset', plainName(first!), ['git-history', 'git-local'], unknownIn([first!]));
  inRepo(run, 'git.unstage', what(call), ['git-local']);
}

function clean(call: Call, run: Run): undefined {
  if (has(call, '-n', '--dry-run') || !has(call, '-f', '--force', '-i'))
    return inRepo(run, 'git.look', 'clean -n', ['reads']);
  const paths = call.operands.length > 0 ? call.operands : [literal('.')];
  const found = paths.map((one) => target(run, one));
  add(
    run,
    has(call, '-x', '-X') ? 'git.clean-all' : 'git.clean',
    { paths: found.map((one) => one.name) },
    ['deletes'],
    {
      places: found.flatMap((one) => one.places),
      maybe: found.flatMap((one) => one.maybe),
    },
  );
}

function branch(call: Call, run: Run): undefined {
  const name = what(call);
  if (has(call, '-D', '-d', '--delete')) {
    if (has(call, '-r')) return inRepo(run, 'git.branch-forget', name, ['git-local', 'deletes']);
    const lost = has(call, '-D') || has(call, '-f', '--force');
    return inRepo(
      run,
      'git.branch-delete',
      name,
      lost ? ['deletes', 'git-history'] : ['deletes', 'git-local'],
      unknownIn(call.operands),
    );
  }
  if (has(call, '-m', '-M', '--move')) return inRepo(run, 'git.branch-rename', name, ['git-local']);
  if (has(call, '-u', '--set-upstream-to', '--unset-upstream', '--edit-description', '-c', '-C'))
    return inRepo(run, 'git.branch-change', shown([namesOf(values(call, '-u')), name].filter(Boolean).join(' ')), [
      'git-local',
    ]);
  if (
    call.operands.length === 0 ||
    has(
      call,
      '--list',
      '-l',
      '-a',
      '-r',
      '-v',
      '-vv',
      '--show-current',
      '--contains',
      '--merged',
      '--no-merged',
      '--points-at',
    )
  ) {
    run.output = { list: true, words: 'git branch' };
    return inRepo(
      run,
      'git.look',
      shown(
        `branch ${[name, ...values(call, '--contains', '--merged', '--no-merged').map(plainName)].join(' ')}`.trim(),
      ),
      ['reads'],
    );
  }
  inRepo(run, 'git.branch-new', name, has(call, '-f', '--force') ? ['git-local', 'git-history'] : ['git-local']);
}

function stash(call: Call, run: Run): undefined {
  const [verb, ...rest] = call.operands;
  const name = namesOf([...rest, ...values(call, '-m')]);
  switch (verb?.text) {
    case 'list':
    case 'show':
      return inRepo(run, 'git.look', shown(`stash ${verb.text} ${name}`.trim()), ['reads']);
    case 'drop':
    case 'clear':
      return inRepo(run, verb.text === 'clear' ? 'git.stash-clear' : 'git.stash-drop', name, [
        'deletes',
        'git-history',
      ]);
    case 'pop':
    case 'apply':
    case 'branch':
      return inRepo(run, 'git.stash-pop', name, ['git-local', 'changes']);
    case undefined:
    case 'push':
    case 'save':
    case 'store':
    case 'create':
      return inRepo(run, 'git.stash', name, ['git-local', 'changes']);
    default:
      return inRepo(run, 'git.stash', namesOf(call.operands), ['git-local', 'changes']);
  }
}

function tag(call: Call, run: Run): undefined {
  if (has(call, '-d', '--delete'))
    return inRepo(run, 'git.tag-delete', what(call), ['deletes', 'git-history'], unknownIn(call.operands));
  if (call.operands.length === 0 || has(call, '-l', '--list', '-v', '--contains', '--points-at', '--merged')) {
    run.output = { list: true, words: 'git tag' };
    return inRepo(run, 'git.look', shown(`tag ${what(call)}`.trim()), ['reads']);
  }
  const message = values(call, '-m')[0];
  inRepo(
    run,
    'git.tag',
    what(call),
    has(call, '-f') ? ['git-local', 'git-history'] : ['git-local'],
    message ? { notes: [{ id: 'note.with', params: { names: [firstLine(message.text)] } }] } : {},
  );
}

function rebase(call: Call, run: Run): undefined {
  const command = values(call, '-x');
  for (const one of command) runsHelper(one, run);
  const verb = ['--continue', '--skip', '--abort', '--quit', '--edit-todo', '--show-current-patch'].find((one) =>
    has(call, one),
  );
  if (verb === '--show-current-patch') return inRepo(run, 'git.look', 'rebase', ['reads']);
  const name = shown([verb?.slice(2), namesOf(values(call, '--onto')), what(call)].filter(Boolean).join(' '));
  inRepo(run, 'git.rebase', name, ['git-history', 'git-local'], unknownIn(call.operands));
}

function worktree(call: Call, run: Run): undefined {
  const [verb, path, ...rest] = call.operands;
  const name = namesOf([...values(call, '-b', '-B'), ...rest]);
  if (verb?.text === 'list' || !verb) return inRepo(run, 'git.look', 'worktree list', ['reads']);
  if (verb.text === 'remove' && path) return touches(run, 'files.delete-all', ['deletes', 'git-local'], [path]);
  if (verb.text === 'prune') return inRepo(run, 'git.tidy', 'worktree', ['git-local', 'deletes']);
  if (verb.text === 'move' && path) return carries(run, 'files.move', ['moves', 'git-local'], [path], rest[0]);
  if (verb.text !== 'add' || !path) return inRepo(run, 'git.tidy', namesOf(call.operands), ['git-local']);
  touches(run, 'git.worktree', ['git-local', 'creates'], [path], {
    notes: name ? [{ id: 'note.with', params: { names: [name] } }] : [],
  });
}

const commonLook =
  'log show diff status blame annotate shortlog whatchanged reflog-show describe rev-parse rev-list ls-files ls-tree cat-file for-each-ref show-ref merge-base name-rev var count-objects fsck verify-commit verify-tag check-ignore check-attr cherry range-diff show-branch diff-tree diff-index diff-files version help merge-tree ls-remote-local check-ref-format interpret-trailers get-tar-commit-id column stripspace difftool--helper';

/** git's sub-commands by name. */
const subs = new Map<string, Sub>();
for (const name of commonLook.split(' ')) subs.set(name, looking);

const define = (names: string, sub: Sub): void => {
  for (const name of names.split(' ')) subs.set(name, sub);
};

define('grep', {
  harmless: true,
  options:
    '-e= -f=read -A= -B= -C= -m,--max-count= --max-depth= -O,--open-files-in-pager? --threads= -n -l -L -c -i -w -v -h -H -E -F -P -G -o -q -p -W --cached --untracked --no-index --recurse-submodules --and --or --not -r -z -a -I --all-match --heading --break --color? --column --name-only --count --textconv',
  lists: true,
  read: (call, run) => {
    const pager = value(call, '-O');
    if (pager) runsHelper(pager, run);
    inRepo(run, 'git.look', shown(`grep ${namesOf([...values(call, '-e'), ...call.operands])}`), ['reads']);
  },
});
define('add stage', {
  harmless: true,
  options: '-A,--all -u -p -f,--force -n,--dry-run -N -v --chmod= --pathspec-from-file=read -i -e',
  read: (call, run) => {
    const paths = call.operands.map((one) => target(run, one));
    const everything = paths.length === 0 || has(call, '-A');
    add(
      run,
      everything && paths.length === 0 ? 'git.add-all' : 'git.add',
      { paths: paths.map((one) => one.name) },
      ['git-local'],
      { places: [...folder(run), ...paths.flatMap((one) => one.places)] },
    );
  },
});
define('commit ci', {
  options:
    '-m,--message= -F,--file= -C,--reuse-message= -c,--reedit-message= --fixup= --squash= --author= --date= -a,--all --amend --no-edit -e,--edit -n,--no-verify -v -q --allow-empty --allow-empty-message -s,--signoff -S? --gpg-sign? --no-gpg-sign -p,--patch --reset-author --dry-run -o,--only -i,--include --trailer= --cleanup= -u? --short --porcelain --status --no-status -t,--template=read --pathspec-from-file=read -z --branch --long --no-signoff --untracked-files?',
  read: commit,
});
define('checkout co', {
  harmless: true,
  options:
    '-b= -B= --orphan= -f,--force -p,--patch -t,--track? -q --ours --theirs -m,--merge --conflict= --detach -l --no-track --guess --no-guess --pathspec-from-file=read --recurse-submodules? --progress',
  read: checkout,
});
define('switch sw', {
  harmless: true,
  options:
    '-c,--create= -C,--force-create= --orphan= -d,--detach -f,--force --discard-changes -t,--track? -q -m --no-track --guess --no-guess',
  read: checkout,
});
define('restore', {
  harmless: true,
  options: '-s,--source= -S,--staged -W,--worktree -p,--patch -q --ours --theirs -m --pathspec-from-file=read',
  read: (call, run) =>
    has(call, '-S') && !has(call, '-W')
      ? inRepo(run, 'git.unstage', what(call), ['git-local'])
      : restores(call, run, call.operands, namesOf(values(call, '-s'))),
});
define('reset', {
  harmless: true,
  options: '--hard --soft --mixed --merge --keep -q -p --pathspec-from-file=read',
  read: reset,
});
define('clean', {
  harmless: true,
  options: '-f,--force -d -x -X -n,--dry-run -i,--interactive -q -e,--exclude=',
  read: clean,
});
define('branch br', {
  harmless: true,
  options:
    '-D -d,--delete -m,--move -M -c,--copy -C -a,--all -r,--remotes -v -vv -l,--list -f,--force -u,--set-upstream-to= --unset-upstream --show-current --contains? --no-contains? --merged? --no-merged? --points-at= --sort= --format= --edit-description -t,--track? -q --column? --abbrev? -i --color?',
  read: branch,
});
define('stash', {
  harmless: true,
  options:
    '-m,--message= -u,--include-untracked -a,--all -k,--keep-index -p,--patch -q -S,--staged --index --pathspec-from-file=read --no-keep-index',
  read: stash,
});
define('tag', {
  harmless: true,
  options:
    '-d,--delete -l,--list -a,--annotate -s,--sign -m,--message= -F,--file=read -f,--force -n? -v,--verify --sort= --format= --contains= --no-contains= --points-at= --merged? --no-merged? -u= --column? -i --cleanup=',
  read: tag,
});
define('rebase', {
  harmless: true,
  options:
    '-i,--interactive --onto= -x,--exec= --continue --abort --skip --quit --edit-todo --show-current-patch -s= -X= -r,--rebase-merges? --autosquash --autostash --root -q -f --fork-point --keep-base --no-verify -S? --update-refs --committer-date-is-author-date --empty= --no-autosquash',
  read: rebase,
});
define('merge', {
  harmless: true,
  options:
    '-m,--message= -F=read --no-ff --ff-only --ff --squash --abort --continue --quit -s,--strategy= -X,--strategy-option= --no-commit --commit -e,--edit --no-edit -q -v -S? --allow-unrelated-histories --no-verify --autostash --into-name= --signoff --stat -n',
  read: (call, run) =>
    inRepo(
      run,
      'git.merge',
      shown(
        [what(call), ...['--abort', '--continue', '--quit'].filter((one) => has(call, one)).map((one) => one.slice(2))]
          .filter(Boolean)
          .join(' '),
      ),
      ['git-local'],
      { notes: values(call, '-m').map((one) => ({ id: 'note.with', params: { names: [firstLine(one.text)] } })) },
    ),
});
define('cherry-pick revert', {
  harmless: true,
  options:
    '-x -n,--no-commit -e,--edit --no-edit --abort --continue --skip --quit -m,--mainline= -s -S? -X= --strategy= --ff --allow-empty --keep-redundant-commits',
  read: (call, run) =>
    inRepo(run, call.name === 'revert' ? 'git.revert' : 'git.pick', what(call), ['git-local'], unknownIn([])),
});
define('am apply', {
  harmless: true,
  options:
    '--check --stat --numstat --summary -R,--reverse --index --cached -3,--3way -p= --directory=  -v --reject --whitespace= --include= --exclude= --abort --continue --skip -q -s,--signoff -C= --unidiff-zero --recount --apply -N -z -k --keep-cr',
  read: (call, run) => {
    if (call.operands.length > 0) looks(run, 'files.read', call.operands);
    if (has(call, '--check', '--stat', '--numstat', '--summary') && !has(call, '--apply'))
      return inRepo(run, 'git.look', 'apply --check', ['reads']);
    inRepo(run, 'git.apply', namesOf(call.operands), ['git-local', 'changes']);
  },
});
define('mv', {
  harmless: true,
  options: '-f -k -n -v',
  read: (call, run) =>
    carries(run, 'files.move', ['moves', 'git-local'], call.operands.slice(0, -1), call.operands.at(-1)),
});
define('rm', {
  harmless: true,
  options: '-r -f,--force --cached -n,--dry-run -q --ignore-unmatch --pathspec-from-file=read',
  read: (call, run) => {
    if (has(call, '-n')) return inRepo(run, 'git.look', shown(`rm -n ${what(call)}`), ['reads']);
    if (has(call, '--cached')) return inRepo(run, 'git.untrack', what(call), ['git-local']);
    touches(run, has(call, '-r') ? 'files.delete-all' : 'files.delete', ['deletes', 'git-local'], call.operands);
  },
});
define('init', {
  harmless: true,
  options: '-b,--initial-branch= --bare -q --template=read --separate-git-dir= --shared? --object-format=',
  read: (call, run) => touches(run, 'git.init', ['creates', 'git-local'], [call.operands[0] ?? literal('.')]),
});
define('worktree', {
  harmless: true,
  options:
    '-b= -B= -f,--force --detach --lock --checkout --no-checkout --track --guess-remote -q -v --porcelain --reason= --expire= -n',
  read: worktree,
});
define('bisect', {
  harmless: true,
  read: (call, run) => {
    const [verb, ...rest] = call.args;
    if (verb?.text === 'run') {
      inRepo(run, 'git.bisect', namesOf(rest), ['git-local', 'runs-code']);
      run.call?.(rest, run);
    } else if (/^(?:log|view|visualize|terms)$/.test(verb?.text ?? '')) inRepo(run, 'git.look', 'bisect', ['reads']);
    else inRepo(run, 'git.bisect', namesOf(rest), ['git-local']);
  },
});
define('reflog', {
  harmless: true,
  options: '--expire= --expire-unreachable= --all --dry-run,-n -n= --date= --format= --oneline --max-count=',
  read: (call, run) =>
    /^(?:expire|delete)$/.test(call.operands[0]?.text ?? '') && !has(call, '--dry-run')
      ? inRepo(run, 'git.forget', namesOf(call.operands.slice(1)) || 'reflog', ['git-history', 'deletes'])
      : inRepo(run, 'git.look', 'reflog', ['reads']),
});
define('gc maintenance repack prune pack-refs prune-packed', {
  harmless: true,
  options: '--prune? --aggressive --auto -q -a -d -A -n --expire= -v --force --task= --all',
  read: (call, run) => {
    const now = value(call, '--prune', '--expire')?.text;
    const loses =
      (now !== undefined && now !== 'never' && /now|all|\d/.test(now)) || (call.name === 'prune' && !has(call, '-n'));
    if (call.name === 'maintenance' && call.operands[0]?.text === 'start')
      return inRepo(run, 'git.tidy', 'maintenance', ['git-local', 'background', 'settings']);
    inRepo(run, loses ? 'git.forget' : 'git.tidy', call.name, loses ? ['git-history', 'deletes'] : ['git-local']);
  },
});
define('filter-branch filter-repo', {
  harmless: true,
  options:
    '--tree-filter=shell --index-filter=shell --msg-filter=shell --commit-filter=shell --env-filter=shell --parent-filter=shell --tag-name-filter=shell --subdirectory-filter= --path= --path-rename= --path-glob= --invert-paths --force,-f --prune-empty -d= --replace-text=read --mailmap=read --to-subdirectory-filter= --strip-blobs-bigger-than= --refs= --commit-callback= --blob-callback= --analyze --setup=shell',
  read: (call, run) => {
    inRepo(
      run,
      'git.rewrite',
      namesOf([...values(call, '--path', '--subdirectory-filter', '--path-glob'), ...call.operands]) || 'HEAD',
      ['git-history', 'deletes'],
    );
    if (has(call, '--commit-callback', '--blob-callback'))
      add(run, 'run.language', { name: 'Python' }, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  },
});
define('update-ref symbolic-ref replace', {
  harmless: true,
  options: '-d -m= --create-reflog --no-deref --stdin -q --short -z -f',
  read: (call, run) =>
    call.name === 'symbolic-ref' && call.operands.length < 2 && !has(call, '-d')
      ? inRepo(run, 'git.look', what(call), ['reads'])
      : inRepo(
          run,
          'git.reset',
          what(call),
          has(call, '-d') ? ['git-history', 'deletes'] : ['git-history', 'git-local'],
        ),
});
define(
  'update-index read-tree write-tree commit-tree checkout-index hash-object mktree sparse-checkout notes rerere mailinfo',
  simple(
    'git.tidy',
    ['git-local'],
    '--assume-unchanged --skip-worktree --add --cacheinfo= -w -m= -u -a -f --prefix= --stdin -t= -p= -F= --no-assume-unchanged --no-skip-worktree --chmod= --refresh -q --cone --no-cone --ref=',
  ),
);
define('config', gitConfig);
define('bundle archive format-patch', {
  harmless: true,
  options:
    '-o,--output,--output-directory= --format= --prefix= --all -n= -v -q --remote= --stdout -1 -2 -3 --cover-letter --subject= --worktree-attributes -N --start-number= --root -k --numbered',
  read: (call, run) => {
    const to = value(call, '-o');
    const verb = call.name === 'bundle' ? call.operands[0]?.text : undefined;
    inRepo(run, 'git.look', shown(`${call.name} ${what(call)}`), ['reads']);
    if (verb === 'create' && call.operands[1]) return writes(call.operands[1], run, 'files.write');
    if (to) touches(run, 'files.write', ['changes', 'creates'], [to]);
    else if (call.name === 'format-patch' && !has(call, '--stdout'))
      touches(run, 'files.create', ['creates'], [literal('./*.patch')]);
    run.output = { words: 'git', data: true };
  },
});
define('difftool mergetool', {
  harmless: true,
  options: '-t,--tool= -x,--extcmd=shell -y,--no-prompt -d,--dir-diff -g --cached --staged',
  read: (call, run) =>
    inRepo(
      run,
      'git.look',
      shown(`${call.name} ${what(call)}`),
      call.name === 'mergetool' ? ['changes', 'runs-code'] : ['reads', 'runs-code'],
    ),
});
define('gui citool instaweb web--browse', {
  harmless: true,
  read: (call, run) => inRepo(run, 'git.look', call.name, ['runs-code', 'background']),
});
for (const [names, sub] of gitRemote) define(names, sub);

export const git: readonly Spec[] = [
  {
    names: 'git hub',
    stops: true,
    operands: 'text*',
    options:
      '-C=cwd -c= --git-dir= --work-tree= --exec-path? --html-path --man-path --info-path -p,--paginate -P,--no-pager --no-replace-objects --bare --namespace= --super-prefix= --config-env= --list-cmds= --literal-pathspecs --no-optional-locks --version,-v --help,-h --attr-source= --glob-pathspecs --noglob-pathspecs --icase-pathspecs',
    read: (call, run) => {
      for (const one of values(call, '-c', '--config-env')) startsByConfig(one, run);
      if (value(call, '--exec-path'))
        add(
          run,
          'settings.words-value',
          { name: '--exec-path', value: plainName(value(call, '--exec-path')!) },
          ['runs-code'],
          { maybe: [{ id: 'maybe.words', params: { name: 'git' } }] },
        );
      const tree = value(call, '--git-dir', '--work-tree');
      if (tree) looks(run, 'files.list', values(call, '--git-dir', '--work-tree'));
      const [verb] = call.operands;
      if (!verb) return add(run, 'computer.look', { name: 'git' }, ['reads']);
      const rest = wordsFrom(call, 1);
      if (!isKnown(verb)) return unknownSub(verb, run);
      const sub = subs.get(verb.text);
      if (!sub) return unknownSub(verb, run);
      if (rest.some((one) => one.text === '--help' || (one.text === '-h' && rest.length === 1)))
        return inRepo(run, 'git.look', shown(`${verb.text} --help`), ['reads']);
      readSub(verb.text, sub, rest, run);
    },
  },
  { names: 'gitk tig lazygit gitui', harmless: true, operands: 'name*', says: 'git.look', chips: ['reads'] },
  { names: 'git-lfs', read: (call, run) => run.call?.([literal('git'), literal('lfs'), ...call.args], run) },
];

function readSub(name: string, sub: Sub, args: readonly Value[], run: Run): undefined {
  const call = takeApart({ names: name, ...sub }, name, args);
  const table = sub.options ?? '';
  for (const [key, given] of call.options) {
    const role = new RegExp(`(?:^|[\\s,])${key.replace(/[.*+?^$]/g, '\\$&')}(?:,[\\w,-]+)?[=?](\\w+)`).exec(table)?.[1];
    for (const one of given) {
      if (role === 'write') writes(one, run, 'files.overwrite');
      else if (role === 'shell') runsHelper(one, run);
      else if (role === 'read') looks(run, 'files.read', [one]);
    }
  }
  sub.read?.(call, run);
  if (sub.lists && run.output === undefined) run.output = { list: true, words: `git ${name}` };
}

function unknownSub(verb: Value, run: Run): undefined {
  const name = shown(`git ${plainName(verb)}`);
  add(run, 'run.program', { name }, ['runs-code'], {
    places: folder(run),
    maybe: [{ id: 'maybe.program', params: { name } }],
  });
}
