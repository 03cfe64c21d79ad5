import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { AgentError } from '@bureau/contracts';
import type { Json } from '../codex/json.ts';
import type { Message } from '../types.ts';

const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Claude Code takes UUIDs only; the message's own id where it is one. */
export const uuidOf = (message: Message): string => (isUuid(message.id) ? message.id : randomUUID());

/** Images go as images, other files by their place: the agent reads them itself. */
export function contentOf(message: Message): { ok: true; value: readonly Json[] } | { ok: false; error: AgentError } {
  const blocks: Json[] = [];
  const places: string[] = [];
  for (const path of message.files ?? []) {
    const type = imageTypes[extname(path).toLowerCase()];
    if (!type) {
      places.push(path);
      continue;
    }
    try {
      blocks.push({
        type: 'image',
        source: { type: 'base64', media_type: type, data: readFileSync(path).toString('base64') },
      });
    } catch (error) {
      return {
        ok: false,
        error: {
          code: 'other',
          message: `The picture ${path} could not be read, so nothing was sent.`,
          detail: String(error),
        },
      };
    }
  }
  const text = places.length > 0 ? `${message.text}\n\nAttached files:\n${places.join('\n')}` : message.text;
  return { ok: true, value: [...blocks, { type: 'text', text }] };
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
