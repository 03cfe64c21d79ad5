import type { Question, TaskEvent } from '@bureau/contracts';
import type { Paint } from './paint.ts';
import type { TerminalWords } from './terminal-words.ts';

type Request = Extract<TaskEvent, { type: 'request' }>;

/** Lines of the exact text that a card shows; the rest is counted. */
const exactLines = 12;

/** A permission's card as text, its answers numbered. */
export function cardText({ card, exact, explanation }: Request, words: TerminalWords, paint: Paint): string {
  const lines = [paint.bold(card.title)];
  if (card.sentence && card.sentence !== card.title) lines.push(card.sentence);
  for (const { sentence } of card.details) if (sentence !== card.sentence) lines.push(`· ${sentence}`);
  const paths = card.places.map(({ id, path }) =>
    path ? `${words.place[id] ?? id}: ${plain(path)}` : (words.place[id] ?? id),
  );
  if (paths.length) lines.push(`${words.where}: ${paths.join('; ')}`);
  if (explanation) lines.push(paint.dim(`${words.says}: ${plain(explanation)}`));
  const text = plain(exact).split('\n');
  lines.push(paint.dim(`${words.exact}:`), ...text.slice(0, exactLines).map((line) => `  ${line}`));
  if (text.length > exactLines) lines.push(paint.dim(`  … +${text.length - exactLines}`));
  lines.push('');
  for (const [i, id] of numberedAnswers(card.answers).entries()) {
    const reach = id === 'allow-similar' && card.reach ? ` (${card.reach})` : '';
    lines.push(`  ${paint.bold(String(i + 1))}  ${words.answers[id].replace('{n}', String(i + 1))}${reach}`);
  }
  return boxed(lines, paint);
}

/** What can be answered, in the order of its numbers. */
export const numberedAnswers = (answers: Request['card']['answers']) => [...answers, 'deny-with-words' as const];

export function questionText(question: Question, words: TerminalWords, paint: Paint): string {
  const hints = [
    ...(question.multiple ? [words.several] : []),
    ...(question.free || question.options.length === 0 ? [words.ownWords] : []),
    ...(question.secret ? [words.hidden] : []),
  ];
  return boxed(
    [
      paint.bold(plain(question.text)),
      ...question.options.map(
        ({ label, description }, i) =>
          `  ${paint.bold(String(i + 1))}  ${plain(label)}${description ? paint.dim(` ${plain(description)}`) : ''}`,
      ),
      ...(hints.length ? [paint.dim(`(${hints.join(', ')})`)] : []),
    ],
    paint,
  );
}

const boxed = (lines: readonly string[], paint: Paint): string =>
  lines.map((line) => `${paint.accent('│')} ${line}\n`).join('');

/** Text from outside, without anything that could steer the terminal or reorder what is read. */
export const plain = (text: string): string =>
  text.replace(
    /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '',
  );
