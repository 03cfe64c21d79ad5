// The supervisor of one hold. Its host talks to it over file 3; when that ends, the host has died and
// everything but kept work is ended.
import { Socket } from 'node:net';
import { lineReader, type Order, type Word } from '../control/messages.ts';
import { keptDoor, writeLastWords } from './kept-door.ts';
import type { Supervised } from './supervised.ts';

process.title = 'bureau-hold';
// It outlives signals meant for the group or the terminal: only its own end of work ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGPIPE'] as const) {
  if (process.platform !== 'win32') process.on(signal, () => {});
}

const control = new Socket({ fd: 3, readable: true, writable: true });
let hold: Supervised | null = null;
let socketPath: string | null = null;
let started = false;
/** Made ready while the order is still on its way. */
const opening = openHold(!process.argv.includes('--without-cgroup'));
opening.catch(() => {});
let stopAsked = false;
/** Settles when the start has come to something. */
let begun: Promise<void> = Promise.resolve();
let hostLives = true;
let stopping: Promise<unknown> | null = null;
let closed = false;

control.on(
  'data',
  lineReader<Order>((order) => void obey(order).catch(fail)),
);
control.on('close', () => void hostDied().catch(fail));
control.on('error', () => {});
process.on('uncaughtException', fail);

async function openHold(cgroup: boolean): Promise<Supervised> {
  if (process.platform === 'linux') return (await import('../linux/supervise.ts')).superviseLinux(cgroup);
  if (process.platform === 'win32') return (await import('../windows/supervise.ts')).superviseWindows();
  if (process.platform === 'darwin') return (await import('../macos/supervise.ts')).superviseMacos();
  throw new Error(`there is no hold for ${process.platform} yet`);
}

async function obey(order: Order): Promise<void> {
  if (order.t === 'start' || order.t === 'probe') {
    begun = begin(order);
    return begun;
  }
  if (order.t === 'stop') stopAsked = true;
  // What is asked during the start is answered after it.
  await begun;
  if (hold === null || !started) return;
  const value = await answer(hold, order);
  say({ t: 'reply', id: order.id, value });
  closeWhenEmpty(hold);
}

async function begin(order: Order & { t: 'start' | 'probe' }): Promise<void> {
  let own: Supervised;
  try {
    own = await opening;
  } catch (error) {
    say({ t: 'failed', code: 'no-hold', detail: error instanceof Error ? error.message : String(error) });
    return leaveAlone(null);
  }
  if (order.t === 'probe') {
    say({ t: 'means', mechanisms: own.mechanisms, detail: own.detail });
    return leaveAlone(own);
  }
  if (stopAsked || !hostLives) {
    say({ t: 'failed', code: 'stopped', detail: '' });
    return leaveAlone(own);
  }
  hold = own;
  socketPath = order.socket;
  own.onAgentEnd((end) => {
    say({ t: 'exit', code: end.code, signal: end.signal });
    // Libuv tells of the agent's end before the last orphans are seen to.
    setImmediate(() => closeWhenEmpty(own));
  });
  const word = await own.start(order);
  say(word);
  if (word.t === 'failed') return leaveAlone(own);
  started = true;
  own.onChange(() => closeWhenEmpty(own));
  closeWhenEmpty(own);
}

/** Nothing was started, so there is nothing to hold. */
function leaveAlone(own: Supervised | null): void {
  closed = true;
  own?.close();
  control.end(() => process.exit(0));
}

async function answer(own: Supervised, order: Exclude<Order, { t: 'start' | 'probe' }>): Promise<unknown> {
  switch (order.t) {
    case 'list':
      return own.list();
    case 'keep': {
      const kept = own.keep(order.pid);
      if (kept && socketPath !== null) await keptDoor(socketPath, own, () => closeWhenEmpty(own));
      return kept;
    }
    case 'kill-work':
      return own.killWork();
    case 'stop-kept':
      return own.stopKept();
    case 'stop-one':
      return own.stopOne(order.pid);
    case 'leave': {
      const ending = own.leave();
      closed = true;
      say({ t: 'reply', id: order.id, value: ending });
      own.close();
      control.end(() => process.exit(0));
      return new Promise(() => {});
    }
    case 'stop':
      return stop(own, order.graceMs, order.first);
  }
}

/** One stop at a time: another one takes the politeness out of the first, and then looks again for itself. */
async function stop(own: Supervised, graceMs: number, first: (Order & { t: 'stop' })['first']): Promise<unknown> {
  if (stopping) own.hurry();
  const before = stopping;
  const mine = (async () => {
    await before;
    return own.stop(before ? 0 : graceMs, before ? null : first);
  })();
  stopping = mine;
  try {
    return await mine;
  } finally {
    if (stopping === mine) stopping = null;
  }
}

/** All is over: says so, with the proof, and goes. With kept work it stays, as its holder. */
function closeWhenEmpty(own: Supervised): void {
  if (closed || stopping || !started || !own.isEmpty() || own.hasKept()) return;
  closed = true;
  const ending = own.endingNow();
  own.close();
  say({ t: 'closed', ending });
  if (hostLives) control.end(() => process.exit(0));
  else process.exit(0);
}

async function hostDied(): Promise<void> {
  hostLives = false;
  if (closed) return;
  await begun;
  if (closed) return;
  if (hold === null || !started) process.exit(0);
  const ending = (await stop(hold, 0, null)) as Parameters<typeof writeLastWords>[1];
  if (socketPath !== null) writeLastWords(socketPath, ending);
  if (hold.hasKept()) return closeWhenEmpty(hold);
  hold.close();
  process.exit(0);
}

function say(word: Word): void {
  if (hostLives && !control.destroyed) control.write(`${JSON.stringify(word)}\n`);
}

/** A fault of the supervisor's own: what it holds is ended before it goes, and the host sees it go. */
function fail(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say({ t: 'fault', text });
  process.removeListener('uncaughtException', fail);
  process.on('uncaughtException', () => process.exit(1));
  void Promise.resolve(hold?.stop(0, null)).finally(() => {
    hold?.close();
    process.exit(1);
  });
}
