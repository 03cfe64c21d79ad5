import { spawn } from 'node:child_process';
import type { Ending, Listed, StartOrder, Word } from '../control/messages.ts';
import type { Supervised } from '../supervisor/supervised.ts';
import { endJob } from './end-job.ts';
import { loadKernel32 } from './kernel32.ts';

/**
 * The hold of Windows: a job that this process has entered before it starts anything. Its end by whatever means
 * closes the job's only handle, and with that the system ends everything in it. Nothing can be kept.
 */
export async function superviseWindows(): Promise<Supervised> {
  const system = await loadKernel32();
  const job = system.enterJob();
  let agentPid = 0;
  let agentEnd: { code: number | null; signal: string | null } | null = null;
  let onEnd: (end: { code: number | null; signal: string | null }) => void = () => {};
  let onChange: () => void = () => {};
  const agentProcess = { startedAt: '', command: '' };
  const self = process.pid;
  const whole: Pick<Ending, 'mechanisms' | 'kept'> = { mechanisms: ['job-object'], kept: [] };
  const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
  const isEmpty = (): boolean => job.activeProcesses() <= 1;
  const withAgent = (ending: Ending): Ending =>
    agentEnd === null || ending.ended.some((one) => one.pid === agentPid)
      ? ending
      : {
          ...ending,
          ended: [{ pid: agentPid, ...agentProcess, how: 'exited' as const }, ...ending.ended],
          endedCount: ending.endedCount + 1,
        };
  const end = async (spared: ReadonlySet<number>): Promise<Ending> => {
    const began = performance.now();
    const ended = await endJob(system, job, spared, rest, () => performance.now());
    return { ...whole, ...ended, freezeMs: performance.now() - began };
  };
  return {
    mechanisms: ['job-object'],
    detail: 'a job that ends with its supervisor',
    async start(order: StartOrder): Promise<Word> {
      const child = spawn(order.command, [...order.args], {
        cwd: order.cwd,
        env: { ...order.env },
        stdio: 'inherit',
        windowsHide: true,
      });
      const failed = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
        child.once('spawn', () => resolve(null));
        child.once('error', resolve);
      });
      if (failed || child.pid === undefined) return { t: 'failed', code: 'other', detail: failed?.code ?? 'unknown' };
      agentPid = child.pid;
      agentProcess.startedAt = system.describe(agentPid)?.startedAt ?? new Date().toISOString();
      agentProcess.command = [order.command, ...order.args].join(' ');
      child.on('exit', (code, signal) => {
        agentEnd = { code, signal };
        onEnd(agentEnd);
        // Orphans announce nothing here, so what the agent left is looked at now and then.
        const timer = setInterval(() => {
          if (isEmpty()) clearInterval(timer);
          onChange();
        }, 1000);
      });
      return {
        t: 'started',
        pid: agentPid,
        startTicks: '0',
        startedAt: agentProcess.startedAt,
        cgroup: null,
        mechanisms: ['job-object'],
      };
    },
    onAgentEnd(listener) {
      onEnd = listener;
    },
    onChange(listener) {
      onChange = listener;
    },
    isEmpty,
    hasKept: () => false,
    endingNow: () =>
      withAgent({ ...whole, gone: true, proof: 'job-object', ended: [], endedCount: 0, left: [], freezeMs: 0 }),
    list: () =>
      job
        .pids()
        .filter((pid) => pid !== self)
        .map((pid): Listed => {
          const seen = system.describe(pid);
          return { pid, kept: false, ...(seen ? { command: seen.program, startedAt: seen.startedAt } : {}) };
        }),
    keep: () => false,
    killWork: () => end(new Set([self, agentPid])),
    stopOne: async (pid) => {
      const ended = system.terminate(pid);
      return {
        ...whole,
        gone: false,
        proof: 'none',
        ended: [],
        endedCount: ended ? 1 : 0,
        left: [],
        freezeMs: 0,
      };
    },
    stopKept: () => end(new Set([self])),
    async stop(graceMs) {
      // Console programs heed no TERM: politeness is to wait for what ends by itself.
      const until = performance.now() + graceMs;
      while (!isEmpty() && performance.now() < until && !hurried.now) await rest();
      return withAgent(await end(new Set([self])));
    },
    hurry() {
      hurried.now = true;
    },
    leave: () => ({
      ...whole,
      gone: isEmpty(),
      proof: isEmpty() ? 'job-object' : 'none',
      ended: [],
      endedCount: 0,
      left: [],
      freezeMs: 0,
    }),
    close() {},
  };
}

const hurried = { now: false };
