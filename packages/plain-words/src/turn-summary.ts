import type { Finding } from './finding.ts';
import { type MessageId, say } from './messages/index.ts';
import { findingsOf } from './read-action.ts';
import type { TurnSummary } from './types.ts';

interface Counts {
  commands: number;
  readonly changed: Set<string>;
  readonly created: Set<string>;
  readonly deleted: Set<string>;
  readonly moved: Set<string>;
  readonly looked: Set<string>;
  readonly mayChange: Set<string>;
  readonly mayDelete: Set<string>;
  pages: number;
  searches: number;
  others: number;
}

/**
 * «Ran 2 commands, changed 3 files, may have deleted 1». What a command did to files is only read from its text, so
 * it «may have»; what the agents' own tools did is told as done.
 */
export const turnSummary: TurnSummary = (actions, context) => {
  const counts: Counts = {
    commands: 0,
    changed: new Set(),
    created: new Set(),
    deleted: new Set(),
    moved: new Set(),
    looked: new Set(),
    mayChange: new Set(),
    mayDelete: new Set(),
    pages: 0,
    searches: 0,
    others: 0,
  };
  actions.forEach(({ action, done }, i) => {
    if (!done) return;
    const findings = findingsOf(action, context);
    if (action.kind === 'command') ofCommand(findings, counts, i);
    else for (const one of findings) ofTool(one, action.tool, counts, i);
  });
  return inWords(counts, context.language);
};

function ofCommand(findings: readonly Finding[], counts: Counts, i: number): void {
  counts.commands++;
  for (const one of findings) {
    const paths = pathsOf(one, i);
    if (one.chips.includes('deletes')) for (const path of paths) counts.mayDelete.add(path);
    else if (one.chips.some((chip) => chip === 'changes' || chip === 'creates' || chip === 'moves'))
      for (const path of paths) counts.mayChange.add(path);
  }
}

function ofTool(one: Finding, tool: string, counts: Counts, i: number): void {
  const paths = pathsOf(one, i);
  const into = one.chips.includes('deletes')
    ? counts.deleted
    : one.chips.includes('moves')
      ? counts.moved
      : one.chips.includes('changes')
        ? counts.changed
        : one.chips.includes('creates')
          ? counts.created
          : undefined;
  if (tool === 'write' || tool === 'edit' || tool === 'patch')
    for (const path of into === counts.moved ? paths.slice(0, 1) : paths) (into ?? counts.changed).add(path);
  else if (tool === 'read') for (const path of paths) counts.looked.add(path);
  else if (tool === 'search') counts.searches++;
  else if (tool === 'fetch') counts.pages++;
  else counts.others++;
}

/** The files of a finding by their path; one that names none counts as one. */
function pathsOf(one: Finding, i: number): readonly string[] {
  const paths = one.places.flatMap((place) => (place.id !== 'network' && place.path !== undefined ? [place.path] : []));
  return paths.length > 0 ? paths : [`${i} ${one.does.id}`];
}

function inWords(counts: Counts, language: Parameters<TurnSummary>[1]['language']): string {
  for (const path of counts.changed) counts.mayChange.delete(path);
  for (const path of [...counts.created, ...counts.mayDelete, ...counts.deleted]) counts.mayChange.delete(path);
  const parts: string[] = [];
  const tell = (id: MessageId, count: number): void => {
    if (count > 0) parts.push(say(language, id, { count }));
  };
  tell('sum.ran', counts.commands);
  tell('sum.created', counts.created.size);
  tell('sum.changed', counts.changed.size);
  tell('sum.moved', counts.moved.size);
  tell('sum.deleted', counts.deleted.size);
  const named = counts.created.size + counts.changed.size + counts.moved.size + counts.deleted.size > 0;
  tell(named ? 'sum.may-change-more' : 'sum.may-change', counts.mayChange.size);
  tell(named || counts.mayChange.size > 0 ? 'sum.may-delete-more' : 'sum.may-delete', counts.mayDelete.size);
  tell('sum.looked', counts.looked.size);
  tell('sum.searched', counts.searches);
  tell('sum.pages', counts.pages);
  tell('sum.others', counts.others);
  const joined = parts.join(language === 'zh-TW' ? '，' : ', ');
  return joined === '' ? '' : joined[0]!.toUpperCase() + joined.slice(1);
}
