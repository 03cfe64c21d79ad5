import { randomUUID } from 'node:crypto';
import type { Json } from '../codex/json.ts';

/** The reply to a control request of ours; `late` when none came in time. */
export interface Reply {
  readonly response: Json;
  readonly error: string | null;
  readonly late: boolean;
}

/** Requests of ours to Claude Code, each with a time limit of its own. */
export function startControl(send: (message: Json) => boolean) {
  const open = new Map<string, (reply: Reply) => void>();
  return {
    control(request: Json, limitMs: number): Promise<Reply> {
      const id = `bureau-${randomUUID()}`;
      return new Promise((resolve) => {
        const finish = (reply: Reply) => {
          clearTimeout(timer);
          open.delete(id);
          resolve(reply);
        };
        const timer = setTimeout(() => finish({ response: {}, error: 'no answer in time', late: true }), limitMs);
        open.set(id, finish);
        if (!send({ type: 'control_request', request_id: id, request })) finish(gone);
      });
    },
    /** With --replay-user-messages our own answers come back as replies too: their ids are not ours to wait for. */
    replied(id: string, response: Json, error: string | null): void {
      open.get(id)?.({ response, error, late: false });
    },
    /** Nothing more will be answered. */
    close(): void {
      for (const finish of [...open.values()]) finish(gone);
    },
  };
}

const gone: Reply = { response: {}, error: 'Claude Code has ended', late: false };
