import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import roll from 'pino-roll';
import type { Log } from '../types.ts';
import { redact } from './redact.ts';

/** Opens the log in the data folder: JSON lines, 0600, 2 MB a file, five files. `close` writes what waits. */
export async function openLog(dataDir: string): Promise<{ readonly log: Log; close(): Promise<void> }> {
  const folder = join(dataDir, 'log');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stream = await roll({
    file: join(folder, 'host'),
    size: '2m',
    limit: { count: 4, removeOtherLogFiles: true },
    mode: 0o600,
    sync: true,
  });
  const logger = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  // A full disk must not end the host: what can't be logged is lost, the work goes on.
  stream.on('error', () => {});
  return {
    log(level, message, facts = {}) {
      const write = level === 'info' ? 'info' : level === 'warning' ? 'warn' : 'error';
      logger[write](redact(facts) as object, redact(message) as string);
    },
    close: () =>
      new Promise<void>((resolve) => {
        stream.once('close', () => resolve());
        stream.end();
      }),
  };
}
