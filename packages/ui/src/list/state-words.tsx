import type { TaskSummary } from '@bureau/contracts';
import { Icon, type IconName } from '../parts/icon.tsx';
import type { MessageId, Say } from '../words/words.ts';

interface Shown {
  readonly sign: IconName | 'spinner';
  readonly word: MessageId;
  readonly tone: string;
}

const ended: Record<string, Shown> = {
  finished: { sign: 'check', word: 'state.finished', tone: 'quiet' },
  stopped: { sign: 'stop', word: 'state.stopped', tone: 'quiet' },
  failed: { sign: 'warning', word: 'state.failed', tone: 'bad' },
  lost: { sign: 'warning', word: 'state.lost', tone: 'bad' },
};
const states: Record<string, Shown> = {
  starting: { sign: 'spinner', word: 'state.starting', tone: 'busy' },
  working: { sign: 'spinner', word: 'state.working', tone: 'busy' },
  waiting: { sign: 'hand', word: 'state.waiting', tone: 'waits' },
  idle: { sign: 'bubble', word: 'state.idle', tone: 'quiet' },
  stopping: { sign: 'spinner', word: 'state.stopping', tone: 'busy' },
};

const shownAs = ({ state, how }: TaskSummary): Shown =>
  (state === 'ended' ? ended[how ?? 'finished'] : states[state]) ?? states['idle']!;

export const stateWord = (task: TaskSummary, say: Say): string => say(shownAs(task).word);

/** A task's state as a sign with a word. */
export function StateSign({ task, say }: { readonly task: TaskSummary; readonly say: Say }) {
  const { sign, word, tone } = shownAs(task);
  return (
    <span className={`state ${tone}`}>
      {sign === 'spinner' ? <span className="spinner" /> : <Icon name={sign} />}
      <span>{say(word)}</span>
    </span>
  );
}
