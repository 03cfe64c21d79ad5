import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { type MessageId, shown } from '../messages/index.ts';
import { runsHelper } from '../programs/apply.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values } from '../programs/spec.ts';
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

/** A sub-command of git: its spec and what it does. */
export type Sub = Omit<Spec, 'names'>;

export const folder = (run: Run): readonly Place[] => target(run, literal('.')).places;
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

export const looking: Sub = {
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

export const simple = (id: MessageId, chips: readonly Chip[], options: string): Sub => ({
  options,
  harmless: true,
  read: (call, run) => inRepo(run, id, what(call), chips),
});

/** Writes files of the working copy to an earlier state. */
export function restores(_call: Call, run: Run, paths: readonly Value[], from: string): undefined {
  const found = paths.map((one) => target(run, one));
  add(run, 'git.restore', { paths: found.map((one) => one.name), from }, ['changes'], {
    places: [...folder(run), ...found.flatMap((one) => one.places)],
    maybe: found.flatMap((one) => one.maybe),
    notes: from ? [{ id: 'note.with', params: { names: [from] } }] : [],
  });
}

export function checkout(call: Call, run: Run): undefined {
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

export const unknownIn = (given: readonly Value[]): { maybe: readonly Said[] } => ({
  maybe: given.flatMap((one) =>
    one.listed ? [] : one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } })),
  ),
});

export const firstLine = (text: string): string => shown(text.trim().split('\n')[0] ?? '');

export function commit(call: Call, run: Run): undefined {
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

export function reset(call: Call, run: Run): undefined {
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

export function clean(call: Call, run: Run): undefined {
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

export function branch(call: Call, run: Run): undefined {
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

export function stash(call: Call, run: Run): undefined {
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

export function tag(call: Call, run: Run): undefined {
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

export function rebase(call: Call, run: Run): undefined {
  const command = values(call, '-x');
  for (const one of command) runsHelper(one, run);
  const verb = ['--continue', '--skip', '--abort', '--quit', '--edit-todo', '--show-current-patch'].find((one) =>
    has(call, one),
  );
  if (verb === '--show-current-patch') return inRepo(run, 'git.look', 'rebase', ['reads']);
  const name = shown([verb?.slice(2), namesOf(values(call, '--onto')), what(call)].filter(Boolean).join(' '));
  inRepo(run, 'git.rebase', name, ['git-history', 'git-local'], unknownIn(call.operands));
}

export function worktree(call: Call, run: Run): undefined {
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
