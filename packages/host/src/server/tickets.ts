import { readFileSync } from 'node:fs';

const lifeMs = 60_000;

/**
 * One-time tickets that a window brings to get the token. A command line can be read by every user of a computer, so
 * the token never stands in one; a ticket is good once, for a minute, and (on Linux) for the same user only.
 */
export function openTickets(now: () => number = () => performance.now()): {
  add(ticket: string): string;
  take(ticket: string | null): boolean;
} {
  const tickets = new Map<string, number>();
  return {
    add(ticket) {
      tickets.set(ticket, now() + lifeMs);
      return ticket;
    },
    take(ticket) {
      const until = ticket === null ? undefined : tickets.get(ticket);
      if (until === undefined) return false;
      tickets.delete(ticket!);
      return now() < until;
    },
  };
}

/** The page that brings a window on its way; `folder` is what it offers for a new task. */
export function enterPage(token: string, nonce: string, folder: string | null): string {
  const fragment = new URLSearchParams({ token, ...(folder === null ? {} : { folder }) });
  return `<!doctype html><meta charset="utf-8"><title>Bureau</title><script nonce="${nonce}">location.replace("/#${fragment}")</script>`;
}

/**
 * Whether a connection from this port of 127.0.0.1 is of this process's own user, from the kernel's table of sockets
 * (`proc(5)`, /proc/net/tcp: local address, then uid in the 8th column). Null where the system doesn't tell.
 */
export function isSameUser(port: number | undefined, table = '/proc/net/tcp'): boolean | null {
  const uid = process.getuid?.();
  if (port === undefined || uid === undefined) return null;
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    for (const line of readFileSync(table, 'utf8').split('\n')) {
      const fields = line.trim().split(/\s+/);
      if (fields[1] === address) return Number(fields[7]) === uid;
    }
  } catch {
    return null;
  }
  return null;
}
