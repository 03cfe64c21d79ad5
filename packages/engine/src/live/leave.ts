import type { AgentError, EndedProcess, Receipt, StopReason } from '@bureau/contracts';
import { tidyAfter } from '../folder/tidy.ts';
import { attempt } from './attempt.ts';
import { checkpointAfter } from './checkpoint.ts';
import { within } from './clock.ts';
import { tellPiece } from './listen.ts';
import { apply, type Deps, type Live } from './live.ts';
import { joinReceipt, nothingStarted, unproved } from './receipt.ts';
import { wake } from './wake.ts';

/** Why a task's agent is let go. All four go the same way out: work, agent, hold, receipt. */
export type Way =
  | { readonly wish: 'stop' }
  | { readonly wish: 'finish' }
  /** The agent went by itself, or never came. */
  | { readonly wish: 'exited' | 'failed'; readonly error?: AgentError; readonly how?: 'failed' | 'stopped' };

/** Milliseconds. Their sum stays below the 10 s that a stop may take at the very most. */
const limits = {
  kill: 2_000,
  interrupt: 1_000,
  clean: 1_000,
  close: 1_000,
  /** Both halves of a settle have 5 s of their own. */
  settle: 11_000,
  closeIdle: 5_000,
  stop: 9_500,
  leastForHold: 1_500,
  grace: 500,
  checkpoint: 1_000,
} as const;

/**
 * Ends a task: nothing of it runs when this resolves, or the receipt says what does. Called again while it's under way
 * it's the same way out; a stop during it is a second press and drops all politeness.
 */
export function leave(deps: Deps, live: Live, way: Way): Promise<Receipt | null> {
  if (live.ending) {
    if (way.wish === 'stop') {
      live.hurried();
      void live.held?.stop({ reason: 'stop' });
    }
    return live.ending;
  }
  live.takeIdle();
  const ending = end(deps, live, way);
  live.ending = ending;
  return ending;
}

async function end(deps: Deps, live: Live, way: Way): Promise<Receipt | null> {
  const begun = deps.clock.steady();
  if (way.wish === 'stop' || way.wish === 'finish') apply(deps, live, { type: way.wish });
  for (const answer of live.ownQuestions.values()) answer(null);
  live.ownQuestions.clear();
  deps.writer.flush();
  const killed = way.wish === 'stop' ? await stopPolitely(deps, live) : [];
  if (way.wish === 'finish') await settle(deps, live);
  const receipt = await empty(deps, live, way, begun, killed);
  tellPiece(deps, live);
  if (receipt) apply(deps, live, { type: 'stopped', receipt });
  await within(deps.clock, checkpointAfter(deps, live), limits.checkpoint);
  for (const notice of await tidyAfter(live)) apply(deps, live, notice);
  apply(deps, live, { type: 'end', ...outcome(way, live) });
  over(deps, live, receipt);
  return receipt;
}

function outcome(way: Way, live: Live) {
  if (way.wish === 'stop') return { how: 'stopped' as const };
  if (way.wish === 'finish') return { how: 'finished' as const };
  const message = way.error?.message ?? 'The agent ended by itself.';
  return {
    how: way.how ?? ('failed' as const),
    message,
    ...(live.state.turn && way.error ? { error: way.error } : {}),
  };
}

/** At once everything but the agent is killed; beside it the agent is asked to end its turn, then to close its log. */
async function stopPolitely(deps: Deps, live: Live): Promise<EndedProcess[]> {
  const { held, session } = live;
  if (!held) return [];
  const killed: EndedProcess[] = [];
  let hurried = false;
  void live.hurry.then(() => {
    hurried = true;
  });
  const bounded = async (work: Promise<unknown>, ms: number): Promise<void> => {
    await Promise.race([within(deps.clock, work, ms), live.hurry]);
  };
  const kill = () =>
    bounded(
      held.killWork().then(({ ended }) => {
        killed.push(...ended);
      }),
      limits.kill,
    );
  await Promise.all([kill(), session && bounded(session.interrupt(limits.interrupt), limits.interrupt)]);
  if (!session || hurried) return killed;
  if (session.cleanBackground) await bounded(session.cleanBackground(limits.clean), limits.clean);
  // What the agent began between the first kill and its interrupt.
  if (!hurried) await kill();
  if (!hurried) await bounded(session.close(limits.close), limits.close);
  return killed;
}

/** Finish: the agent ends its own background work, then closes. A step that fails is logged and the next one runs. */
async function settle(deps: Deps, live: Live): Promise<void> {
  const { session } = live;
  if (!session || !live.ready) return;
  const bounded = <Value>(work: Promise<Value>, ms: number) =>
    Promise.race([within(deps.clock, work, ms), live.hurry.then(() => undefined)]);
  if (live.state.turn) await bounded(session.interrupt(limits.interrupt), limits.interrupt);
  const settled = await bounded(session.settle(), limits.settle);
  if (settled?.cleaned) apply(deps, live, { type: 'cleaned' });
  for (const failure of settled?.failures ?? ['The agent did not answer when it was asked to end its own work.'])
    deps.options.log?.('warning', 'settle', { task: live.task, failure });
  await bounded(session.close(limits.closeIdle), live.state.background.length ? limits.close : limits.closeIdle);
}

/** Empties the hold and proves it. `null` where nothing was ever started and nobody asked to stop. */
async function empty(
  deps: Deps,
  live: Live,
  way: Way,
  begun: number,
  killed: readonly EndedProcess[],
): Promise<Receipt | null> {
  const reason: StopReason = way.wish === 'stop' ? 'stop' : 'exit';
  const { held } = live;
  const spent = () => deps.clock.steady() - begun;
  if (!held) return way.wish === 'stop' || way.wish === 'finish' ? nothingStarted(reason, spent()) : null;
  const started = await within(deps.clock, held.started, limits.leastForHold);
  if (started && !started.ok && way.wish !== 'stop') return null;
  const left = Math.max(limits.leastForHold, way.wish === 'stop' ? limits.stop - spent() : limits.stop);
  const stopped = await within(
    deps.clock,
    held.stop({ graceMs: way.wish === 'stop' ? 0 : limits.grace, reason }),
    left,
  );
  return joinReceipt(stopped ?? unproved(reason), killed, live.handedOver, spent());
}

function over(deps: Deps, live: Live, receipt: Receipt | null): void {
  const at = deps.clock.now();
  live.session = null;
  live.ready = false;
  live.takeIdle();
  if (!receipt || (receipt.gone && receipt.kept.length === 0)) {
    live.held = null;
    attempt(deps, 'The end of a hold', () => deps.journal.holdEnded(live.task));
  }
  attempt(deps, 'The end of allowances', () => deps.journal.endGrants(live.task, at));
  deps.writer.flush();
  deps.over(live.task);
}

/** Idle release: the same way out as a finish, but the task stays, and goes on with the next word. */
export function release(deps: Deps, live: Live): Promise<Receipt | null> {
  if (live.ending) return live.ending;
  const ending = letGo(deps, live);
  live.ending = ending;
  return ending;
}

async function letGo(deps: Deps, live: Live): Promise<Receipt | null> {
  const begun = deps.clock.steady();
  await settle(deps, live);
  const receipt = await empty(deps, live, { wish: 'finish' }, begun, []);
  if (!receipt) return null;
  apply(deps, live, { type: 'released', receipt });
  over(deps, live, receipt);
  live.ending = null;
  wake(deps, live);
  return receipt;
}
