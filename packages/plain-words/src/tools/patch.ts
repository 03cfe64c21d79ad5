import type { ToolAction } from '@bureau/contracts';
import { type Finding, members, textOf } from '../finding.ts';
import type { Where } from '../locate.ts';
import { touching, withoutPath } from './files.ts';
import { namedPath } from './named-path.ts';

interface Change {
  readonly path: string | undefined;
  readonly kind: string;
  readonly moveTo: string | undefined;
  readonly text: string;
}

/** fileChange {changes: [{path, kind, diff}]}: each changed file is a part of its own. */
export function readPatch(action: ToolAction, where: Where): Finding[] {
  const changes = changesOf(members(action.input)['changes']);
  if (changes.length === 0) return [withoutPath({ id: 'files.change', params: { paths: action.name } }, 'changes')];
  return changes.map((change) => readChange(change, action.name, where));
}

function readChange(change: Change, tool: string, where: Where): Finding {
  if (change.path === undefined)
    return withoutPath(
      { id: change.kind === 'delete' ? 'files.delete' : 'files.change', params: { paths: tool } },
      change.kind === 'delete' ? 'deletes' : 'changes',
    );
  const file = namedPath(change.path, where);
  if (change.kind === 'delete') {
    const lost = /(?:^|[\\/])\.git(?:[\\/]|$)/.test(file.path)
      ? (['deletes', 'git-history'] as const)
      : (['deletes'] as const);
    return touching(file, { id: 'files.delete', params: { paths: file.name } }, lost, '', where);
  }
  if (change.moveTo !== undefined) {
    const target = namedPath(change.moveTo, where);
    const does = { id: 'files.move', params: { from: file.name, to: target.name } } as const;
    const changed = hasLines(change.text) ? (['moves', 'changes'] as const) : (['moves'] as const);
    const from = touching(file, does, changed, '', where);
    const to = touching(target, does, [], change.text, where);
    const maybe = [...file.maybe, ...target.maybe];
    return {
      does,
      chips: [...from.chips, ...to.chips],
      places: [file.place, target.place],
      notes: [...(from.notes ?? []), ...(to.notes ?? [])],
      ...(maybe.length > 0 && { maybe }),
    };
  }
  if (change.kind === 'add')
    return touching(file, { id: 'files.create', params: { paths: file.name } }, ['creates'], change.text, where);
  const finding = touching(file, { id: 'files.change', params: { paths: file.name } }, ['changes'], change.text, where);
  if (change.kind === 'update') return finding;
  return { ...finding, maybe: [...(finding.maybe ?? []), { id: 'maybe.unknown-change', params: { path: file.name } }] };
}

/** Both shapes of a kind, and Codex's older form with a member for each path. */
function changesOf(given: unknown): Change[] {
  if (Array.isArray(given)) return given.map((one: unknown) => changeOf(textOf(one, 'path', 'file_path'), one));
  return Object.entries(members(given)).map(([path, one]) => {
    const [kind, inner] = Object.entries(members(one))[0] ?? [];
    const old = kind !== undefined && typeof inner === 'object' && inner !== null;
    return old ? changeOf(path, { kind, ...inner }) : changeOf(path, one);
  });
}

function changeOf(path: string | undefined, one: unknown): Change {
  const given = members(one);
  const kind = given['kind'] ?? given['type'];
  const moveTo = textOf(kind, 'move_path', 'movePath') ?? textOf(one, 'move_path', 'movePath');
  const type = typeof kind === 'string' ? kind : (textOf(kind, 'type') ?? '');
  return {
    path,
    kind: type === 'move' && moveTo === undefined ? 'move?' : type,
    moveTo: type === 'delete' || type === 'add' ? undefined : moveTo,
    text: newLines(textOf(one, 'diff', 'unified_diff', 'content') ?? '', type),
  };
}

/** Of a diff, the lines that come in; of a new file, all. */
function newLines(diff: string, type: string): string {
  if (type === 'add' && !/^@@ |^\+\+\+ /m.test(diff)) return diff;
  return diff
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n');
}

const hasLines = (text: string): boolean => text !== '';
