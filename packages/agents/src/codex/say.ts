import { extname } from 'node:path';
import type { Message } from '../types.ts';
import { toError } from './errors.ts';
import type { Json } from './json.ts';
import type { Guards } from './late.ts';
import { limits } from './limits.ts';
import { withdrawRequests } from './requests.ts';
import { type Effect, type Next, type State, tell } from './state.ts';

const images = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);

/** A message as Codex's input: images as images, other files by their paths. */
export function toInput(message: Message): Json[] {
  const files = message.files ?? [];
  const others = files.filter((path) => !images.has(extname(path).toLowerCase()));
  const text = others.length ? `${message.text}\n\nAttached files:\n${others.join('\n')}` : message.text;
  return [
    { type: 'text', text, text_elements: [] },
    ...files.filter((path) => images.has(extname(path).toLowerCase())).map((path) => ({ type: 'localImage', path })),
  ];
}

/** Says something: steers the running turn, or starts one. */
export function say(state: State, message: Message, guards: Guards): Next {
  if (!guards.mayWake(state) || state.threadId === null)
    return [state, [tell({ of: 'say', messageId: message.id, error: toError('exited') })]];
  // Who says something else has not accepted the plan.
  const [asked, withdrawn] = withdrawRequests(state, (request) => request.id === null);
  const next: State = { ...asked, unread: [...asked.unread, message] };
  if (next.turn)
    return [
      next,
      [
        ...withdrawn,
        {
          do: 'call',
          purpose: { for: 'steer', message },
          method: 'turn/steer',
          params: {
            threadId: next.threadId,
            expectedTurnId: next.turn.id,
            input: toInput(message),
            clientUserMessageId: message.id,
          },
          limitMs: limits.steer,
        },
      ],
    ];
  const [started, effects] = startTurn(next, message);
  return [started, [...withdrawn, ...effects]];
}

/** `turn/start`; while a turn runs Codex takes it as steering, so it's also what a failed steer falls back to. */
export function startTurn(state: State, message: Message): Next {
  const model = state.nextModel ?? state.model;
  const call: Effect = {
    do: 'call',
    purpose: { for: 'turn', message },
    method: 'turn/start',
    params: {
      threadId: state.threadId,
      input: toInput(message),
      clientUserMessageId: message.id,
      ...(state.nextModel === null ? {} : { model: state.nextModel }),
      // Sent only when the person chose to plan: it then stays with the thread until another mode is sent.
      ...(state.mode === null
        ? {}
        : {
            collaborationMode: {
              mode: state.mode,
              settings: { model, reasoning_effort: null, developer_instructions: null },
            },
          }),
    },
    limitMs: limits.turn,
  };
  return [{ ...state, starting: state.starting + 1 }, [call]];
}
