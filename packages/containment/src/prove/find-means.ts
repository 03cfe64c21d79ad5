import { openSupervisor } from '../control/supervisor-link.ts';
import { spawnSupervisor } from '../start/spawn-supervisor.ts';
import type { Means } from '../types.ts';

const boundMs = 10_000;

/** Tries, with a supervisor that starts nothing, what this machine can hold with. */
export async function findMeans(): Promise<Means> {
  let child: ReturnType<typeof spawnSupervisor>;
  try {
    child = spawnSupervisor({ stdin: 'ignore', output: 'pipe' });
  } catch (error) {
    return none(error instanceof Error ? error.message : String(error));
  }
  const link = openSupervisor(child);
  const answer = new Promise<Means>((resolve) => {
    link.onWord((word) => {
      if (word.t === 'means')
        resolve({ mechanisms: word.mechanisms, canProve: word.mechanisms.some(proves), detail: word.detail });
      else if (word.t === 'failed') resolve(none(word.detail));
    });
  });
  link.say({ t: 'probe' });
  const limit = setTimeout(() => child.kill('SIGKILL'), boundMs);
  const means = await Promise.race([answer, link.gone.then(({ error }) => none(error ?? 'the supervisor ended'))]);
  clearTimeout(limit);
  return means;
}

function proves(mechanism: string): boolean {
  return mechanism !== 'scan';
}

function none(detail: string): Means {
  return { mechanisms: [], canProve: false, detail };
}
