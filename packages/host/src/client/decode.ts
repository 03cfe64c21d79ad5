import type { HostMessage } from '@bureau/contracts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads a message of the host. By hand, because thousands may come in a second; what isn't understood (a newer host)
 * is null and passed over.
 */
export function decodeHostMessage(text: string): HostMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const type = String(value['type']);
  if (!Object.hasOwn(shapes, type)) return null;
  return shapes[type as HostMessage['type']](value) ? (value as unknown as HostMessage) : null;
}

const isEvent = (value: unknown): boolean =>
  isObject(value) && typeof value['seq'] === 'number' && typeof value['type'] === 'string';

const shapes: { readonly [Type in HostMessage['type']]: (value: Record<string, unknown>) => boolean } = {
  welcome: (value) => typeof value['instance'] === 'string',
  reply: (value) => typeof value['id'] === 'number' && typeof value['ok'] === 'boolean',
  tasks: (value) => Array.isArray(value['tasks']),
  snapshot: ({ task, snapshot }) =>
    typeof task === 'string' &&
    isObject(snapshot) &&
    isObject(snapshot['summary']) &&
    Array.isArray(snapshot['turns']) &&
    Array.isArray(snapshot['live']),
  events: ({ task, events }) => typeof task === 'string' && Array.isArray(events) && events.every(isEvent),
  desks: (value) => Array.isArray(value['desks']),
  bye: () => true,
};
