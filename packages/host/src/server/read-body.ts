import type { IncomingMessage } from 'node:http';

/** Reads a JSON body of at most `limit` bytes. A body that is too long is not read to its end. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 }> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return { ok: false, status: 413 };
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) return { ok: false, status: 413 };
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    return { ok: true, value: text === '' ? {} : JSON.parse(text) };
  } catch {
    return { ok: false, status: 400 };
  }
}
