import type { Decision, TaskInput } from './input.ts';
import type { TaskState } from './state.ts';

/** A person speaks: it waits until the agent can take it (the effects around send what may be sent). */
export function say(state: TaskState, input: Extract<TaskInput, { type: 'say' }>): Decision {
  if (input.text.trim() === '' && !input.files?.length)
    return refused('wrong-use', 'There was nothing to say: the text is empty.');
  if (state.phase === 'ended')
    return refused('task-ended', 'This task has ended. Continue it, or start a new one with these words.');
  if (state.phase === 'stopping')
    return refused('task-ended', 'This task is being stopped, so the words were not sent. They are still yours.');
  return {
    events: [
      {
        type: 'said',
        messageId: input.messageId,
        text: input.text,
        state: 'queued',
        ...(input.when === 'after' ? { when: 'after' } : {}),
        ...(input.files?.length ? { files: input.files } : {}),
      },
    ],
  };
}

const refused = (code: string, message: string): Decision => ({ events: [], refused: { code, message } });
