import { isAlive } from '@bureau/containment/alive';
import { readNote } from '../lock/record.ts';
import { readToken } from '../lock/token.ts';

/** A host that runs, and the key to it. */
export interface FoundHost {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly version: string;
  readonly instance: string;
}

const helloMs = 2_000;

/**
 * The host of this data folder, when one runs and answers. The token is sent only when the process that wrote the
 * note still lives: its port may have gone to somebody else.
 */
export async function findHost(dataDir: string): Promise<FoundHost | null> {
  const note = readNote(dataDir);
  const token = readToken(dataDir);
  if (!note || token === null || !isAlive(note.pid, note.start || undefined)) return null;
  const url = `http://127.0.0.1:${note.port}`;
  try {
    const answer = await fetch(`${url}/api/hello`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(helloMs),
    });
    const hello = (await answer.json()) as { instance?: unknown; version?: unknown; pid?: unknown };
    if (answer.status !== 200 || hello.instance !== note.instance) return null;
    return { url, token, pid: note.pid, dataDir, version: String(hello.version ?? ''), instance: note.instance };
  } catch {
    return null;
  }
}

/** Asks a running host; the answer's JSON, or the host's own words on why not. */
export async function askHost(
  host: Pick<FoundHost, 'url' | 'token'>,
  path: string,
  body?: unknown,
): Promise<
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string }
> {
  const answer = await fetch(`${host.url}${path}`, {
    headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (answer instanceof Error)
    return { ok: false, code: 'lost', message: `Bureau did not answer (${answer.message}). It may just have ended.` };
  const value: unknown = await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, value };
  const { code, message } = ((value as { error?: unknown } | null)?.error ?? {}) as { code?: string; message?: string };
  return { ok: false, code: code ?? 'failed', message: message ?? `Bureau answered ${answer.status}.` };
}
