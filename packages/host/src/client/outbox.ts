import type { ClientMessage } from '@bureau/contracts';

/** What a call or a command is refused with; `message` is for people. */
export class HostError extends Error {
  /** The host's own code, or `lost`: the line broke and the host that had the message is gone. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'HostError';
    this.code = code;
  }
}

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;
export type Outgoing = WithoutId<ClientMessage>;

interface Pending {
  readonly text: string;
  sent: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: HostError) => void;
}

/** Messages that wait for their reply. None is lost when the line is: they are sent again, and the host knows them. */
export interface Outbox {
  post(message: Outgoing): Promise<unknown>;
  reply(reply: { readonly id: number; readonly ok: boolean; readonly value?: unknown; readonly error?: unknown }): void;
  /** The line is back: sends what has no reply yet. `known`: to the same host, which answers none of them twice. */
  resend(known: boolean): void;
  /** The line is gone for good. */
  fail(message: string): void;
  size(): number;
}

/** `send` says whether the line took it. */
export function openOutbox(send: (text: string) => boolean): Outbox {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let failed: string | null = null;
  return {
    post(message) {
      if (failed !== null) return Promise.reject(new HostError('lost', failed));
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const text = JSON.stringify({ id, ...message });
      pending.set(id, { text, sent: send(text), resolve, reject });
      return promise;
    },
    reply({ id, ok, value, error }) {
      const one = pending.get(id);
      if (!one) return;
      pending.delete(id);
      if (ok) one.resolve(value);
      else one.reject(errorOf(error));
    },
    resend(known) {
      for (const [id, one] of pending) {
        if (one.sent && !known) {
          pending.delete(id);
          one.reject(
            new HostError(
              'lost',
              'Bureau ended before it answered, so nobody knows whether this was done. Look at the task, then try again.',
            ),
          );
        } else one.sent = send(one.text);
      }
    },
    fail(message) {
      failed = message;
      for (const [id, one] of pending) {
        pending.delete(id);
        one.reject(new HostError('lost', message));
      }
    },
    size: () => pending.size,
  };
}

function errorOf(error: unknown): HostError {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return new HostError(
    typeof code === 'string' ? code : 'failed',
    typeof message === 'string' ? message : 'Bureau could not do this, and did not say why.',
  );
}
