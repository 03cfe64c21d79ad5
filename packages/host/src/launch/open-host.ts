import { dirname } from 'node:path';
import type { TaskEvent } from '@bureau/contracts';
import type { Result } from '@bureau/engine';
import type { Host } from '../types.ts';
import { type FoundHost, findHost } from './find-host.ts';

export interface OpenHostOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Only this port; without it the last one, else any free one. */
  readonly port?: number;
  /** Ask a login shell for its PATH (started from a dock or a menu). */
  readonly loginShell?: boolean;
}

/** A host in this process. */
export interface OwnHost extends FoundHost {
  readonly host: Host;
  /** A one-time address for a window; unlike the token it may stand in a command line. */
  readonly ticketUrl: () => string;
  /** Tasks of this host that haven't ended. */
  readonly running: () => number;
  /** Stops every task, then ends; gives the receipts. */
  close(why: string): Promise<readonly Stopped[]>;
}
export type Stopped = Extract<TaskEvent, { type: 'stopped' }>;

export type OpenedHost =
  | { readonly kind: 'own'; readonly own: OwnHost }
  /** Another process is this data folder's host already. */
  | { readonly kind: 'found'; readonly found: FoundHost };

const startingMs = 15_000;
const lookMs = 100;

/** Finds the host of a data folder, or becomes it. */
export async function openHost(options: OpenHostOptions): Promise<Result<OpenedHost>> {
  const { dataDir } = options;
  const [{ makePrivate }, { takeLock }] = await Promise.all([
    import('../lock/token.ts'),
    import('../lock/take-lock.ts'),
  ]);
  let lock: ReturnType<typeof takeLock>;
  const limit = performance.now() + startingMs;
  try {
    makePrivate(dataDir);
    lock = takeLock(dataDir);
    // Another one has the lock: it runs, or it starts or ends in this moment.
    while (!lock) {
      const found = await findHost(dataDir);
      if (found) return { ok: true, kind: 'found', found };
      if (performance.now() > limit) return refused('busy', busyMessage(dataDir));
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      lock = takeLock(dataDir);
    }
  } catch (error) {
    return refused('data-dir', folderMessage(dataDir, error));
  }
  const { becomeHost } = await import('./become-host.ts');
  const own = await becomeHost(options, lock);
  return own.ok ? { ok: true, kind: 'own', own: own.own } : own;
}

const refused = (code: string, message: string): { ok: false; error: { code: string; message: string } } => ({
  ok: false,
  error: { code, message },
});

function busyMessage(dataDir: string): string {
  return `Another Bureau holds ${dataDir} but does not answer. End it (its process is named in host.json there), or name another folder with --data-dir.`;
}

function folderMessage(dataDir: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'you may not write there'
      : code === 'EROFS'
        ? 'that disk is read-only'
        : code === 'ENOSPC'
          ? 'that disk is full'
          : code === 'ENOTDIR' || code === 'EEXIST'
            ? 'something else than a folder is in its place'
            : error instanceof Error
              ? error.message
              : String(error);
  return `Bureau keeps its data in ${dataDir}, and that can't be used: ${why}. Nothing was started. Mend ${dirname(dataDir)}, or name another folder with --data-dir.`;
}
