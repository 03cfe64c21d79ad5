import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import { type Ending, lineReader, type Order } from '../control/messages.ts';
import type { Supervised } from './supervised.ts';

let server: Server | null = null;

/**
 * Opens the door by which a later host finds kept work: a socket in a folder that only this user may enter.
 * Such a host may list, stop one process, or stop all of it.
 */
export async function keptDoor(path: string, own: Supervised, changed: () => void): Promise<void> {
  if (server) return;
  prepare(path);
  rmSync(path, { force: true });
  const door = createServer((socket) => {
    socket.on('error', () => {});
    socket.on(
      'data',
      lineReader<Order>(async (order) => {
        const value = await visit(own, order);
        if (!('id' in order) || socket.destroyed) return;
        socket.write(`${JSON.stringify({ t: 'reply', id: order.id, value })}\n`, changed);
      }),
    );
  });
  door.on('error', () => {});
  server = door;
  process.on('exit', () => rmSync(path, { force: true }));
  await new Promise<void>((resolve) => {
    door.once('error', () => resolve());
    door.listen(path, resolve);
  });
}

async function visit(own: Supervised, order: Order): Promise<unknown> {
  if (order.t === 'list') return own.list();
  if (order.t === 'stop-one') return own.stopOne(order.pid);
  if (order.t === 'stop-kept') return own.stopKept();
  return null;
}

/** What a crashed host's work came to, for its next start. */
export function writeLastWords(path: string, ending: Ending): void {
  try {
    prepare(path);
    writeFileSync(`${path}.new`, JSON.stringify(ending), { mode: 0o600 });
    renameSync(`${path}.new`, lastWordsOf(path));
  } catch {
    // Without a place to write to, the next start proves it another way, or says that it can't.
  }
}

export function lastWordsOf(path: string): string {
  return `${path}.ended`;
}

function prepare(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
}
