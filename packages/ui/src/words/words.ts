import { IntlMessageFormat } from 'intl-messageformat';
import { createStore } from 'zustand/vanilla';
import { en } from './en.ts';

/** The languages the window speaks. */
export const languages = ['en', 'ko', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

/** A message's name; every language file has exactly these. */
export type MessageId = keyof typeof en;
export type Messages = Readonly<Record<MessageId, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** Puts a message into words. */
export type Say = (id: MessageId, values?: Values) => string;

export interface Spoken {
  readonly language: Language;
  readonly say: Say;
}

const load: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  ko: async () => (await import('./ko.ts')).ko,
  'zh-TW': async () => (await import('./zh-TW.ts')).zhTW,
};

/** Makes `say` for one language. Messages without a brace are taken as they are. */
export function speak(language: Language, messages: Messages): Say {
  const formats = new Map<MessageId, IntlMessageFormat>();
  return (id, values) => {
    const message = messages[id];
    if (!message.includes('{')) return message;
    let format = formats.get(id);
    if (!format) {
      format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      formats.set(id, format);
    }
    return String(format.format(values));
  };
}

/** What is spoken now; changes when another language was chosen and has been loaded. */
export const spoken = createStore<Spoken>(() => ({ language: 'en', say: speak('en', en) }));

let wanted: Language = 'en';
/** Speaks `language` from now on, once its messages are there. */
export async function choose(language: Language): Promise<void> {
  wanted = language;
  if (spoken.getState().language === language) return;
  const messages = await load[language]();
  if (wanted === language) spoken.setState({ language, say: speak(language, messages) });
}

/** The language of a setting: the system's first known one where nothing was chosen. */
export function resolveLanguage(setting: string, system: readonly string[]): Language {
  const chosen = languages.find((one) => one === setting);
  if (chosen) return chosen;
  for (const tag of system) {
    const lower = tag.toLowerCase();
    if (lower.startsWith('ko')) return 'ko';
    if (lower.startsWith('zh')) return 'zh-TW';
    if (lower.startsWith('en')) return 'en';
  }
  return 'en';
}
