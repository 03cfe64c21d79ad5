import { shown } from '../messages/index.ts';
import { runsHelper, writes } from '../programs/apply.ts';
import { namesOf } from '../programs/scripts.ts';
import { has, type Spec, value, values } from '../programs/spec.ts';
import { add, carries, literal, looks, target, touches } from '../windows/run.ts';
import { gitConfig } from './git-config.ts';
import { gitRemote } from './git-remote.ts';
import {
  branch,
  checkout,
  clean,
  commit,
  firstLine,
  folder,
  inRepo,
  looking,
  rebase,
  reset,
  restores,
  type Sub,
  simple,
  stash,
  tag,
  unknownIn,
  what,
  worktree,
} from './git-steps.ts';

/** Sub-commands that only look. */
const commonLook =
  'log show diff status blame annotate shortlog whatchanged reflog-show describe rev-parse rev-list ls-files ls-tree cat-file for-each-ref show-ref merge-base name-rev var count-objects fsck verify-commit verify-tag check-ignore check-attr cherry range-diff show-branch diff-tree diff-index diff-files version help merge-tree ls-remote-local check-ref-format interpret-trailers get-tar-commit-id column stripspace difftool--helper';

/** git's sub-commands by name. */
export const subs = new Map<string, Spec>();
for (const name of commonLook.split(' ')) subs.set(name, { names: name, ...looking });

const define = (names: string, sub: Sub): void => {
  const spec: Spec = { names, ...sub };
  for (const name of names.split(' ')) subs.set(name, spec);
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
    has(call, '--abort', '--quit')
      ? inRepo(run, 'git.merge-end', 'merge --abort', ['git-local', 'changes'])
      : has(call, '--continue')
        ? inRepo(run, 'git.merge-go-on', 'merge --continue', ['git-local'])
        : inRepo(run, 'git.merge', shown(what(call)), ['git-local'], {
            notes: values(call, '-m').map((one) => ({ id: 'note.with', params: { names: [firstLine(one.text)] } })),
          }),
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
    const files = call.operands.length > 0 ? call.operands : run.input ? [literal(run.input.words)] : [];
    inRepo(run, 'git.apply', namesOf(files) || 'git am', ['git-local', 'changes']);
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
      : has(call, '-d')
        ? inRepo(run, 'git.ref-delete', what(call), ['git-history', 'deletes'])
        : inRepo(run, 'git.reset', what(call), ['git-history', 'git-local']),
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
