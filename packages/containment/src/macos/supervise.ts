import { spawn } from 'node:child_process';
import type { Ending, Listed, StartOrder, Word } from '../control/messages.ts';
import type { Supervised } from '../supervisor/supervised.ts';
import { type Eyes, endLineage } from './end-lineage.ts';
import { type Libproc, loadLibproc } from './libproc.ts';
import { descends, grow, type Lineage, living, type Scanned } from './lineage.ts';

/** How often to look when no known process forked or ended. */
const idleMs = 1000;

/**
 * The hold of macOS, as good as it gets without a sub-reaper or a job: the lineage by unique ids, looked at again at
 * each fork and end of a known process. Best effort; it never claims a proof. Unverified on a Mac.
 */
export async function superviseMacos(): Promise<Supervised> {
  const system = await loadLibproc();
  const lineage: Lineage = new Map();
  const spared = new Set<bigint>();
  const watched = new Set<bigint>();
  const hurried = { now: false };
  let hold = '';
  let agent: { pid: number; unique: bigint; startedAt: string; command: string } | null = null;
  let agentEnd: { code: number | null; signal: string | null } | null = null;
  let onEnd: (end: { code: number | null; signal: string | null }) => void = () => {};
  let onChange: () => void = () => {};
  const scan = (): readonly Scanned[] => {
    const all = system.scan();
    grow(lineage, all, hold);
    for (const one of living(lineage, all, new Set())) {
      if (watched.has(one.unique)) continue;
      watched.add(one.unique);
      system.watch(one.pid);
    }
    return all;
  };
  const eyes: Eyes = {
    scan,
    signal: (one, signal) => signalUnique(system, one, signal),
    rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
  };
  const alive = (): Scanned[] => living(lineage, scan(), spared);
  const watch = async (): Promise<void> => {
    for (;;) {
      await system.next(idleMs);
      scan();
      onChange();
    }
  };
  const whole = (): Pick<Ending, 'mechanisms' | 'kept'> => ({
    mechanisms: ['scan'],
    kept: living(lineage, system.scan(), new Set())
      .filter((one) => descends(lineage, one, spared))
      .map((one) => ({ pid: one.pid, command: one.name })),
  });
  const withAgent = (ending: Ending): Ending => {
    if (!agent || !agentEnd || ending.ended.some((one) => one.pid === agent?.pid)) return ending;
    const { pid, startedAt, command } = agent;
    const own = { pid, startedAt, command, how: 'exited' as const };
    return { ...ending, ended: [own, ...ending.ended], endedCount: ending.endedCount + 1 };
  };
  const endAllBut = async (others: ReadonlySet<bigint>): Promise<Ending> => ({
    ...(await endLineage(eyes, lineage, hold, others)),
    ...whole(),
  });
  /** Ends one family: everything else of the lineage is spared for as long as this takes. */
  const endFamily = async (roots: ReadonlySet<bigint>): Promise<Ending> => {
    const part: Lineage = new Map([...lineage].filter(([, one]) => descends(lineage, one, roots)));
    for (const root of roots) spared.delete(root);
    return { ...(await endLineage(eyes, part, 'none', new Set())), ...whole() };
  };
  return {
    mechanisms: ['scan'],
    detail: 'unique ids of processes, scanned: best effort, nothing is proved',
    async start(order: StartOrder): Promise<Word> {
      hold = order.env['BUREAU_HOLD'] ?? '';
      const child = spawn(order.command, [...order.args], {
        cwd: order.cwd,
        env: { ...order.env },
        stdio: 'inherit',
        detached: true,
      });
      const failed = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
        child.once('spawn', () => resolve(null));
        child.once('error', resolve);
      });
      if (failed || child.pid === undefined) return { t: 'failed', code: 'other', detail: failed?.code ?? 'unknown' };
      const { pid } = child;
      const seen = system.scan().find((one) => one.pid === pid);
      const startedAt = seen?.startedAt ?? new Date().toISOString();
      agent = { pid, unique: seen?.unique ?? 0n, startedAt, command: [order.command, ...order.args].join(' ') };
      if (seen) lineage.set(seen.unique, seen);
      child.on('exit', (code, signal) => {
        agentEnd = { code, signal };
        onEnd(agentEnd);
      });
      void watch();
      return { t: 'started', pid, startTicks: '0', startedAt, cgroup: null, mechanisms: ['scan'] };
    },
    onAgentEnd(listener) {
      onEnd = listener;
    },
    onChange(listener) {
      onChange = listener;
    },
    isEmpty: () => agentEnd !== null && alive().length === 0,
    hasKept: () => whole().kept.length > 0,
    endingNow: () =>
      withAgent({ ...whole(), gone: false, proof: 'scan', ended: [], endedCount: 0, left: [], freezeMs: 0 }),
    list: () =>
      living(lineage, scan(), new Set()).map((one): Listed => {
        const parent = lineage.get(one.parentUnique)?.pid;
        const kept = descends(lineage, one, spared);
        const told = { pid: one.pid, kept, command: one.name, startedAt: one.startedAt };
        return parent === undefined ? told : { ...told, parent };
      }),
    keep(pid) {
      const one = alive().find((process) => process.pid === pid);
      if (!one || one.unique === agent?.unique) return false;
      spared.add(one.unique);
      return true;
    },
    killWork: async () => {
      // The agent stands outside of the part that is ended; its children are what the part is made of.
      const part: Lineage = new Map([...lineage].filter(([unique]) => unique !== agent?.unique));
      return { ...(await endLineage(eyes, part, 'none', spared)), ...whole() };
    },
    stopOne: async (pid) => {
      const one = living(lineage, scan(), new Set()).find((process) => process.pid === pid);
      return endFamily(new Set(one ? [one.unique] : []));
    },
    stopKept: () => endFamily(new Set(spared)),
    async stop(graceMs, first) {
      const asks: { signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP'; ms: number }[] = [];
      if (first) asks.push({ signal: first.signal, ms: first.delayMs });
      if (graceMs > 0) asks.push({ signal: 'SIGTERM', ms: graceMs });
      for (const ask of asks) {
        const until = performance.now() + ask.ms;
        for (const one of alive()) signalUnique(system, one, ask.signal);
        while (!hurried.now && performance.now() < until && alive().length > 0) await eyes.rest(20);
      }
      return withAgent(await endAllBut(spared));
    },
    hurry() {
      hurried.now = true;
    },
    leave() {
      const left = alive().map((one) => ({
        pid: one.pid,
        uid: one.uid,
        command: one.name,
        why: 'asked-to-leave' as const,
      }));
      return withAgent({ ...whole(), gone: false, proof: 'scan', ended: [], endedCount: 0, left, freezeMs: 0 });
    },
    close() {},
  };
}

/** Checks right before the signal that the number still means this process. */
function signalUnique(system: Libproc, one: Scanned, signal: NodeJS.Signals): 'sent' | 'gone' | 'refused' {
  if (system.uniqueOf(one.pid) !== one.unique) return 'gone';
  try {
    process.kill(one.pid, signal);
    return 'sent';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'refused' : 'gone';
  }
}
