import type { StepRow } from '@bureau/host/client';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useLanguage, useWords } from '../words/use-words.ts';
import type { MessageId } from '../words/words.ts';
import { tally } from './lines.ts';
import { StepDetail } from './step-detail.tsx';
import { tallyWords } from './tally-words.ts';
import { usePage } from './use-task.ts';

const signs: Record<string, IconName> = {
  command: 'play',
  edit: 'pencil',
  read: 'eye',
  search: 'search',
  web: 'globe',
  mcp: 'link',
  agent: 'people',
  other: 'sparkle',
};
const words: Record<string, MessageId> = {
  failed: 'step.failed',
  declined: 'step.declined',
  interrupted: 'step.interrupted',
};

/** Several steps in one line of plain words. */
export function StepsLine({
  id,
  steps,
  open,
}: {
  readonly id: string;
  readonly steps: readonly StepRow[];
  readonly open: boolean;
}) {
  const say = useWords();
  const language = useLanguage();
  const page = usePage();
  const failed = steps.filter(({ state }) => state === 'failed').length;
  const told = tallyWords(tally(steps.map(({ step, state }) => ({ kind: step, state }))), say, language);
  return (
    <button type="button" className="step" aria-expanded={open} onClick={() => page.toggle(id)}>
      <span className={open ? 'step-turn open' : 'step-turn'}>
        <Icon name="chevron" />
      </span>
      <span className="step-title">
        {told}
        {failed > 0 && <span className="step-bad"> · {say('steps.failed', { count: failed })}</span>}
      </span>
    </button>
  );
}

/** One step in plain words, which opens to everything that is known of it. */
export function StepLine({
  step,
  open,
  depth,
  inner,
}: {
  readonly step: StepRow;
  readonly open: boolean;
  readonly depth: number;
  readonly inner: number;
}) {
  const say = useWords();
  const page = usePage();
  const word = words[step.state];
  return (
    <div style={{ marginInlineStart: `${depth * 1.5}rem` }}>
      <button type="button" className="step" aria-expanded={open} onClick={() => page.toggle(step.key)}>
        <span className="step-sign">
          {step.state === 'running' ? <span className="spinner" /> : <Icon name={signs[step.step] ?? 'sparkle'} />}
        </span>
        <span className="step-title" dir="auto">
          {step.title}
          {inner > 0 && <span> · {say('step.inner', { count: inner })}</span>}
          {step.background && <span> · {say('step.background')}</span>}
          {word && <span className={step.state === 'failed' ? 'step-bad' : ''}> · {say(word)}</span>}
        </span>
      </button>
      {open && <StepDetail step={step} />}
    </div>
  );
}
