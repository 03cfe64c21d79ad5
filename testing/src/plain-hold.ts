import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Held, HoldSpec, Started } from '@bureau/containment';
import type { Receipt } from '@bureau/contracts';

/**
 * A `Held` that is only a child process: for tests of a driver's protocol, where nothing escapes. Its `stop` kills the
 * child and claims nothing; tests of stopping use the real hold.
 */
export function plainHold(spec: HoldSpec): Held {
  const child = spawn(spec.command, [...spec.args], {
    cwd: spec.cwd,
    env: { ...spec.env, BUREAU_TASK: spec.task } as NodeJS.ProcessEnv,
    stdio: [spec.stdin === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const started = new Promise<Started>((resolve) => {
    child.once('spawn', () =>
      resolve({
        ok: true,
        pid: child.pid!,
        startedAt: new Date().toISOString(),
        record: {
          task: spec.task,
          supervisor: { pid: child.pid!, startTicks: '' },
          agent: { pid: child.pid!, startTicks: '' },
          cgroup: null,
          bootId: '',
          platform: process.platform,
          socket: null,
        },
      }),
    );
    child.once('error', (error) => resolve({ ok: false, error: { code: 'not-found', message: error.message } }));
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return {
    task: spec.task,
    started,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    closed: exited.then(() => ({ lost: false })),
    list: async () => [],
    killWork: async () => ({ ended: [], msFreeze: 0 }),
    stopOne: async () => nothingProved,
    async stop() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }
      return nothingProved;
    },
    keep: async () => false,
  };
}

const nothingProved: Receipt = {
  gone: false,
  proof: 'none',
  mechanisms: [],
  ended: [],
  endedCount: 0,
  left: [],
  kept: [],
  handedOver: [],
  ms: { freeze: 0, total: 0 },
  exit: { code: null, signal: null },
  reason: 'stop',
};
