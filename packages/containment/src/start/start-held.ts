import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import type { Receipt, StopReason } from '@bureau/contracts';
import type { Ending, Listed } from '../control/messages.ts';
import { openSupervisor } from '../control/supervisor-link.ts';
import { finishLost } from '../end/finish-lost.ts';
import { bootId } from '../linux/proc.ts';
import { describeAll } from '../list/describe.ts';
import { makeReceipt } from '../prove/make-receipt.ts';
import type { HoldRecord, HoldSpec, Leavable, StartError, Started, StopOptions } from '../types.ts';
import { checkSpec, errorOfErrno } from './check-spec.ts';
import { socketPath } from './socket-path.ts';
import { spawnSupervisor } from './spawn-supervisor.ts';

/** How long a supervisor may take to answer before it counts as lost, beyond the politeness it was asked for. */
const answerBoundMs = 8000;
/** How long a start may take. */
const startBoundMs = 20_000;

/** Starts a command inside a hold of its own. Returns at once; `started` tells whether it could be. */
export function startHeld(spec: HoldSpec): Leavable {
  const wrong = checkSpec(spec);
  return wrong ? neverStarted(spec, wrong) : begin(spec);
}

function begin(spec: HoldSpec): Leavable {
  const name = randomBytes(12).toString('hex');
  const socket = spec.recoverable === false ? null : socketPath(name);
  let child: ReturnType<typeof spawnSupervisor>;
  try {
    child = spawnSupervisor(spec);
  } catch (error) {
    return neverStarted(spec, noHold(error));
  }
  const link = openSupervisor(child);
  const started = Promise.withResolvers<Started>();
  const exited = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const closed = Promise.withResolvers<{ lost: boolean }>();
  let record: HoldRecord | null = null;
  let exit: Receipt['exit'] = { code: null, signal: null };
  let mechanisms: Receipt['mechanisms'] = [];
  /** How it ended without being asked; null while the supervisor answers. */
  let over: Promise<Ending> | null = null;
  let stopAsked = false;
  const keptPids = new Set<number>();

  const startLimit = setTimeout(() => child.kill('SIGKILL'), startBoundMs);
  let settled = false;
  const settleStart = (value: Started): void => {
    if (settled) return;
    settled = true;
    clearTimeout(startLimit);
    started.resolve(value);
    if (value.ok) return;
    exited.resolve(exit);
    closed.resolve({ lost: false });
  };
  link.onWord((word) => {
    switch (word.t) {
      case 'started':
        mechanisms = word.mechanisms;
        record = {
          task: spec.task,
          hold: name,
          supervisor: { pid: child.pid!, startTicks: link.startTicks },
          agent: { pid: word.pid, startTicks: word.startTicks },
          cgroup: word.cgroup,
          bootId: bootId(),
          platform: process.platform,
          socket,
        };
        return settleStart({ ok: true, pid: word.pid, startedAt: word.startedAt, record });
      case 'failed':
        over ??= Promise.resolve(nothingRan);
        return settleStart({
          ok: false,
          error:
            word.code === 'no-hold'
              ? noHold(word.detail)
              : word.code === 'stopped'
                ? stoppedBefore
                : errorOfErrno(word.detail, spec),
        });
      case 'exit':
        exit = { code: word.code, signal: word.signal };
        return exited.resolve(exit);
      case 'closed':
        over ??= Promise.resolve(word.ending);
        return closed.resolve({ lost: false });
    }
  });
  void link.gone.then(({ error }) => {
    if (!over) {
      const lost = record;
      over = lost ? finishLost(lost, mechanisms, keptPids) : Promise.resolve(nothingRan);
      void over.then(() => {
        exited.resolve(exit);
        closed.resolve({ lost: lost !== null });
      });
    }
    settleStart({
      ok: false,
      error: stopAsked ? stoppedBefore : noHold(error ?? 'the process that should hold it ended'),
    });
  });

  const env = Object.fromEntries(
    Object.entries(spec.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  link.say({
    t: 'start',
    command: spec.command,
    args: spec.args,
    cwd: spec.cwd,
    env: { ...env, BUREAU_TASK: spec.task, BUREAU_HOLD: name },
    socket,
  });

  /** Asks the supervisor; when it is lost, or doesn't answer in time, the hold is ended from here. */
  const end = async (ask: () => Promise<unknown>, boundMs: number, reason: StopReason): Promise<Receipt> => {
    const began = performance.now();
    const answer = await Promise.race([
      ask() as Promise<Ending | null>,
      link.gone.then(() => null),
      after(boundMs).then(() => 'silent' as const),
    ]);
    let ending: Ending;
    if (answer === 'silent') {
      child.kill('SIGKILL');
      await link.gone;
    }
    if (answer === null || answer === 'silent') ending = await (over ?? Promise.resolve(nothingRan));
    else ending = answer;
    return makeReceipt({ spec, ending, exit, reason, totalMs: performance.now() - began });
  };
  return {
    task: spec.task,
    started: started.promise,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited: exited.promise,
    closed: closed.promise,
    async list() {
      if (over) return [];
      const listed = (await Promise.race([link.ask({ t: 'list' }), link.gone.then(() => null)])) as Listed[] | null;
      return listed === null ? [] : describeAll(listed, record?.agent.pid ?? null);
    },
    async killWork() {
      const ending = (await Promise.race([link.ask({ t: 'kill-work' }), link.gone.then(() => null)])) as Ending | null;
      return ending ? { ended: ending.ended, msFreeze: ending.freezeMs } : { ended: [], msFreeze: 0 };
    },
    stopOne: (pid) => end(() => link.ask({ t: 'stop-one', pid }), answerBoundMs, 'stop'),
    stop(options: StopOptions = {}) {
      stopAsked = true;
      // A supervisor that something has halted could not answer.
      child.kill('SIGCONT');
      const { graceMs = 0, firstSignal, reason = 'stop' } = options;
      const first = firstSignal ?? null;
      return end(
        () => link.ask({ t: 'stop', graceMs, first }),
        answerBoundMs + graceMs + (first?.delayMs ?? 0),
        reason,
      );
    },
    async keep(pid) {
      const kept = (await Promise.race([link.ask({ t: 'keep', pid }), link.gone.then(() => false)])) === true;
      if (kept) keptPids.add(pid);
      return kept;
    },
    leave: () =>
      end(
        async () => {
          const ending = (await link.ask({ t: 'leave' })) as Ending;
          // The supervisor goes now, and is not lost.
          over ??= Promise.resolve(ending);
          return ending;
        },
        answerBoundMs,
        'exit',
      ),
  };
}

/** Nothing was ever started, so nothing is left: no process of the hold existed. */
const nothingRan: Ending = {
  gone: true,
  proof: 'subreaper',
  mechanisms: [],
  ended: [],
  endedCount: 0,
  left: [],
  kept: [],
  freezeMs: 0,
};

const stoppedBefore: StartError = { code: 'stopped', message: 'It was stopped before it had started.' };

function noHold(reason: unknown): StartError {
  const text = reason instanceof Error ? reason.message : String(reason);
  return { code: 'no-hold', message: `Nothing was started, because it could not be held safely: ${text}.` };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function neverStarted(spec: HoldSpec, error: StartError): Leavable {
  const none = { code: null, signal: null };
  const receipt = async (): Promise<Receipt> =>
    makeReceipt({ spec, ending: nothingRan, exit: none, reason: 'stop', totalMs: 0 });
  const empty = (): Readable | null => (spec.output === 'inherit' ? null : Readable.from([]));
  return {
    task: spec.task,
    started: Promise.resolve({ ok: false, error }),
    stdin: spec.stdin === 'pipe' ? new Writable({ write: (_chunk, _encoding, done) => done() }) : null,
    stdout: empty(),
    stderr: empty(),
    exited: Promise.resolve(none),
    closed: Promise.resolve({ lost: false }),
    list: async () => [],
    killWork: async () => ({ ended: [], msFreeze: 0 }),
    stopOne: receipt,
    stop: receipt,
    keep: async () => false,
    leave: receipt,
  };
}
