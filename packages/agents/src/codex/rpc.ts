import { type Json, numberOf, textOf, toObject } from './json.ts';
import type { Purpose, RpcFailure, RpcId } from './state.ts';

/** Codex answers so when too much is asked at once; the same call works a moment later. */
const overloaded = -32001;
const tries = 6;
const firstDelayMs = 40;

export interface RpcOptions {
  /** Sends one line (without its end); false where the line is closed. */
  readonly write: (line: string) => boolean;
  readonly onResult: (purpose: Purpose, result: Json) => void;
  readonly onFailure: (purpose: Purpose, failure: RpcFailure) => void;
}

interface Call {
  readonly purpose: Purpose;
  readonly method: string;
  readonly params: Json;
  readonly limit: NodeJS.Timeout;
  /** The id it's on its way under; `null` between two tries. */
  id: number | null;
  retry: NodeJS.Timeout | null;
  tried: number;
}

/** Our calls and their answers: JSON-RPC without a `jsonrpc` member, each call with a time limit of its own. */
export interface Rpc {
  call(purpose: Purpose, method: string, params: Json, limitMs: number): void;
  notify(method: string): void;
  reply(id: RpcId, result: Json): void;
  refuse(id: RpcId, code: number, message: string): void;
  /** An answer came; false when nobody waits for it (any more). */
  answered(id: unknown, message: Json): boolean;
  /** The line is closed: every open call fails at once. */
  close(message: string): void;
}

export function startRpc(options: RpcOptions): Rpc {
  let last = 0;
  let closed: string | null = null;
  const open = new Set<Call>();
  const byId = new Map<number, Call>();
  const send = (message: Json) => closed === null && options.write(JSON.stringify(message));

  /** Takes a call off the list; false when it was over before. */
  const finish = (call: Call): boolean => {
    if (!open.delete(call)) return false;
    if (call.id !== null) byId.delete(call.id);
    clearTimeout(call.limit);
    if (call.retry) clearTimeout(call.retry);
    return true;
  };
  const fail = (call: Call, failure: RpcFailure) => {
    if (finish(call)) options.onFailure(call.purpose, failure);
  };
  const transmit = (call: Call) => {
    call.retry = null;
    call.id = ++last;
    byId.set(call.id, call);
    if (!send({ id: call.id, method: call.method, params: call.params }))
      fail(call, { code: 'closed', message: closed ?? 'Codex does not read any more.' });
  };
  const again = (call: Call) => {
    if (call.id !== null) byId.delete(call.id);
    call.id = null;
    call.retry = setTimeout(transmit, firstDelayMs * 2 ** call.tried++, call);
  };

  return {
    call(purpose, method, params, limitMs) {
      const expire = () => {
        const message = `Codex did not answer ${method} within ${limitMs / 1000} s.`;
        fail(call, { code: 'timeout', message });
      };
      const call: Call = {
        purpose,
        method,
        params,
        limit: setTimeout(expire, limitMs),
        id: null,
        retry: null,
        tried: 0,
      };
      open.add(call);
      transmit(call);
    },
    notify: (method) => void send({ method }),
    reply: (id, result) => void send({ id, result }),
    refuse: (id, code, message) => void send({ id, error: { code, message } }),
    answered(id, message) {
      const call = typeof id === 'number' ? byId.get(id) : undefined;
      // An answer that comes after its time limit is nobody's, and no fault.
      if (!call) return typeof id === 'number' && id > 0 && id <= last;
      const error = message['error'];
      if (error === undefined || error === null) {
        if (finish(call)) options.onResult(call.purpose, toObject(message['result']));
        return true;
      }
      const failure = toFailure(toObject(error));
      if (failure.code === overloaded && call.tried < tries - 1) again(call);
      else fail(call, failure);
      return true;
    },
    close(message) {
      if (closed !== null) return;
      closed = message;
      for (const call of [...open]) fail(call, { code: 'closed', message });
    },
  };
}

function toFailure(error: Json): RpcFailure {
  const word = textOf(toObject(error['data']), 'input_error_code');
  const message = textOf(error, 'message') ?? 'an error without words';
  return { code: numberOf(error, 'code') ?? -32603, message: word ? `${message} (${word})` : message };
}
