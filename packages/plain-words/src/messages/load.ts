import type { Language } from '../types.ts';
import { en } from './en/index.ts';

/** An id that every language has; English is the one that is always there. */
export type MessageId = keyof typeof en;
export type Messages = Readonly<Partial<Record<MessageId, string>>>;

const loaded = new Map<Language, Messages>([['en', en]]);

/** Whether sentences come in this language. Until it is loaded they come in English. */
export const hasLanguage = (language: Language): boolean => loaded.has(language);

/** Loads the messages of one language; the others stay on disk. */
export async function loadLanguage(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  if (language === 'ko') loaded.set('ko', (await import('./ko/index.ts')).ko);
  else loaded.set('zh-TW', (await import('./zh-TW/index.ts')).zhTW);
}

/** The template of a message, and the language it is really in. */
export function template(language: Language, id: MessageId): { readonly language: Language; readonly text: string } {
  const own = loaded.get(language)?.[id];
  return own === undefined ? { language: 'en', text: en[id] } : { language, text: own };
}
