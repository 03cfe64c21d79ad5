import { listed } from '../words/figures.ts';
import type { Language, MessageId, Say } from '../words/words.ts';

/** In the order they are told: what changes something first. */
const told: readonly (readonly [string, MessageId])[] = [
  ['edit', 'tally.edit'],
  ['command', 'tally.command'],
  ['agent', 'tally.agent'],
  ['web', 'tally.web'],
  ['read', 'tally.read'],
  ['search', 'tally.search'],
  ['mcp', 'tally.mcp'],
  ['other', 'tally.other'],
  ['declined', 'tally.declined'],
];

/** «Changed 2 files, ran 3 commands, read 5 files». */
export function tallyWords(counts: Readonly<Record<string, number>>, say: Say, language: Language): string {
  const parts = told.flatMap(([kind, id]) => (counts[kind] ? [say(id, { count: counts[kind] })] : []));
  const whole = language === 'en' ? parts.join(', ') : listed(parts, language);
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
