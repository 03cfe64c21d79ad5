import type { TaskView } from '@bureau/host/client';
import { count, money } from '../words/figures.ts';
import { useLanguage, useWords } from '../words/use-words.ts';

/** What the AI counts in is about three quarters of a word. */
const wordsEach = 0.75;
const round = (amount: number): number => {
  const step = amount < 1_000 ? 10 : amount < 100_000 ? 100 : 1_000;
  return Math.round((amount * wordsEach) / step) * step;
};

/** What the task used, in words and money. */
export function Usage({ view }: { readonly view: TaskView }) {
  const say = useWords();
  const language = useLanguage();
  const { usage } = view;
  if (!usage) return null;
  const { inputTokens, outputTokens, costUsd, contextUsed } = usage;
  return (
    <section className="side-part">
      <h2>{say('usage.title')}</h2>
      <dl className="usage">
        {costUsd !== undefined && (
          <div>
            <dt>{say('usage.cost')}</dt>
            <dd>{money(costUsd, language)}</dd>
          </div>
        )}
        <div>
          <dt>{say('usage.read')}</dt>
          <dd>{say('usage.words', { amount: count(round(inputTokens), language) })}</dd>
        </div>
        <div>
          <dt>{say('usage.written')}</dt>
          <dd>{say('usage.words', { amount: count(round(outputTokens), language) })}</dd>
        </div>
        {contextUsed !== undefined && contextUsed <= 1 && (
          <div>
            <dt>{say('usage.memory')}</dt>
            <dd>{say('usage.full', { percent: Math.round(contextUsed * 100) })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
