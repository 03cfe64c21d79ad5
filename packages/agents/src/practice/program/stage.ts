import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Action, AgentAnswer, AgentRequest, StepKind, StepState } from '@bureau/contracts';
import type { FromPractice } from '../messages.ts';

/** How the scene is played: saying, asking, doing; each can be interrupted. */
export interface Stage {
  readonly folder: string;
  readonly signal: AbortSignal;
  say(text: string): Promise<void>;
  /** Shows a card and waits; whatever was said besides No comes back as `words`. */
  ask(request: AgentRequest): Promise<AgentAnswer>;
  step(kind: StepKind, action: Action): Step;
  /** What the person said meanwhile, taken once. */
  heard(): readonly { readonly id: string; readonly text: string }[];
  background(id: string, command: string): void;
}

export interface Step {
  readonly id: string;
  output(text: string): void;
  end(state: Exclude<StepState, 'running'>, exitCode?: number, output?: string): void;
}

export interface Play extends Stage {
  answer(key: string, answer: AgentAnswer): void;
  /** Closes what is open: requests are withdrawn, steps interrupted, a half-said text ends. */
  close(): void;
}

export interface StageOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly send: (message: FromPractice) => void;
  readonly heard: Stage['heard'];
  /** Milliseconds a word. */
  readonly paceMs: number;
}

export function openStage({ folder, signal, send, heard, paceMs }: StageOptions): Play {
  const requests = new Map<string, PromiseWithResolvers<AgentAnswer>>();
  const steps = new Set<string>();
  let speaking: { id: string; text: string } | null = null;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  return {
    folder,
    signal,
    heard,
    async say(text) {
      signal.throwIfAborted();
      const id = randomUUID();
      speaking = { id, text: '' };
      for (const piece of text.match(/\s*\S+/g) ?? [text]) {
        send({ type: 'text', messageId: id, text: piece, final: false });
        speaking.text += piece;
        if (paceMs > 0) await pause(paceMs, undefined, { signal });
      }
      speaking = null;
      send({ type: 'text', messageId: id, text, final: true });
    },
    async ask(request) {
      signal.throwIfAborted();
      const key = randomUUID();
      const answer = Promise.withResolvers<AgentAnswer>();
      requests.set(key, answer);
      send({ type: 'request-opened', key, request, raw: request });
      return Promise.race([answer.promise, aborted]);
    },
    answer(key, answer) {
      const waiting = requests.get(key);
      if (!waiting) return;
      requests.delete(key);
      send({ type: 'request-closed', key, how: 'answered' });
      waiting.resolve(answer);
    },
    step(kind, action) {
      const id = randomUUID();
      steps.add(id);
      send({ type: 'step-started', stepId: id, kind, action });
      return {
        id,
        output: (text) => steps.has(id) && send({ type: 'step-output', stepId: id, text }),
        end: (state, exitCode, output) => {
          if (!steps.delete(id)) return;
          send({
            type: 'step-ended',
            stepId: id,
            state,
            ...(exitCode === undefined ? {} : { exitCode }),
            ...(output ? { output } : {}),
          });
        },
      };
    },
    background: (id, command) => send({ type: 'background', items: [{ id, command }] }),
    close() {
      if (speaking?.text) send({ type: 'text', messageId: speaking.id, text: speaking.text, final: true });
      for (const key of requests.keys()) send({ type: 'request-closed', key, how: 'withdrawn' });
      requests.clear();
      for (const stepId of steps) send({ type: 'step-ended', stepId, state: 'interrupted' });
      steps.clear();
    },
  };
}
