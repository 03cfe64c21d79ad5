import { watch } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Waits until `holds` is true, looking again at each file event in `watched` (when given) and else at a short
 * beat. It has no limit of its own: the test runner's is enough, and a slow machine is no failure.
 */
export function until(holds: () => boolean | Promise<boolean>, watched?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let busy = false;
    const watcher = watched === undefined ? null : watch(dirname(watched), () => void look());
    const beat = setInterval(() => void look(), 20);
    const done = (): void => {
      clearInterval(beat);
      watcher?.close();
    };
    const look = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      try {
        if (await holds()) {
          done();
          resolve();
        }
      } catch (error) {
        done();
        reject(error);
      } finally {
        busy = false;
      }
    };
    void look();
  });
}
