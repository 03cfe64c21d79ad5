import type { HoldRecord, KeptWork, Recovered } from '@bureau/containment';
import type { Receipt } from '@bureau/contracts';
import { apply, type Deps, type Live, newLive } from './live/live.ts';
import { keepStates } from './states.ts';

type Found = { readonly task: string; readonly state: Recovered['state'] };

/**
 * After a crash: tasks whose owner is dead are told so, their holds are ended, and what was open is closed. A living
 * owner's tasks (another `bureau run`, a host) are left alone.
 */
export async function recoverAll(deps: Deps, lives: Map<string, Live>): Promise<readonly Found[]> {
  const { journal, options } = deps;
  const holds = new Map(journal.holds().map((record) => [record.task, record]));
  const found: Found[] = [];
  const lost = journal
    .tasks()
    .filter(({ summary, owner }) => summary.state !== 'ended' && !lives.has(summary.task) && !ownerLives(deps, owner));
  const states = keepStates(journal);
  await Promise.all(
    lost.map(async ({ summary: { task }, owner }) => {
      // Another process of Bureau may be recovering at the same time.
      if (!journal.claim(task, owner, deps.owner)) return;
      const record = holds.get(task);
      const recovered = record ? await options.recoverHold(record).catch(() => null) : null;
      const state = states.get(task);
      if (!state) return;
      const live = newLive(task, state, { agent: state.agent, folder: state.folder, prompt: '' });
      lives.set(task, live);
      if (recovered) apply(deps, live, { type: 'stopped', receipt: recovered.receipt });
      const message = recovered ? words(recovered.state, recovered.receipt) : words('gone', null);
      apply(deps, live, { type: 'end', how: 'lost', message, error: { code: 'exited', message } });
      journal.endGrants(task, deps.clock.now());
      if (recovered?.kept) keep(deps, task, recovered.kept);
      if (
        !recovered ||
        recovered.state === 'gone' ||
        recovered.state === 'ended-now' ||
        recovered.state === 'other-boot'
      )
        journal.holdEnded(task);
      deps.writer.flush();
      lives.delete(task);
      found.push({ task, state: recovered?.state ?? 'gone' });
    }),
  );
  const ended = new Set(journal.tasks().flatMap(({ summary }) => (summary.state === 'ended' ? [summary.task] : [])));
  for (const record of holds.values()) {
    if (!ended.has(record.task) || found.some(({ task }) => task === record.task) || lives.has(record.task)) continue;
    await findKept(deps, record);
  }
  return found;
}

/** Work that a person kept when its task was stopped: it runs on, held, and can still be listed and stopped. */
async function findKept(deps: Deps, record: HoldRecord): Promise<void> {
  const recovered = await deps.options.recoverHold(record).catch(() => null);
  if (!recovered?.kept) {
    if (recovered && recovered.state !== 'left') deps.journal.holdEnded(record.task);
    return;
  }
  keep(deps, record.task, recovered.kept);
}

function keep(deps: Deps, task: string, work: KeptWork): void {
  deps.kept.set(task, work);
  const forget = (): void => {
    // Let go because this process is closing: the work goes on, and so does its record.
    if (!deps.kept.delete(task)) return;
    deps.journal.holdEnded(task);
  };
  void work.closed.then(forget).catch((error) => deps.options.log?.('warning', 'kept', { task, error: String(error) }));
}

export const ownerLives = (deps: Deps, owner: { readonly pid: number; readonly start: string } | null): boolean =>
  owner !== null && deps.options.isAlive(owner.pid, owner.start || undefined);

function words(state: Recovered['state'], receipt: Receipt | null): string {
  const before = 'Bureau ended without a word while this task was at work (a crash, or the computer went off).';
  const after = 'Everything said until then is kept; you can continue the task.';
  switch (state) {
    case 'gone':
    case 'other-boot':
      return `${before} Nothing of it was running any more. ${after}`;
    case 'ended-now':
      return `${before} ${receipt?.endedCount ?? 0} processes it had left were ended now. ${after}`;
    case 'kept':
      return `${before} What you had asked to keep still runs. ${after}`;
    case 'left':
      return `${before} Something of it may still run; the receipt says what. ${after}`;
  }
}
