import type { Language } from '@bureau/plain-words';

/** The language of `BUREAU_LANG`, else of the person's system; English where Bureau doesn't speak it. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const named = env['BUREAU_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  if (/^ko\b|^ko[_-]/i.test(named)) return 'ko';
  if (/^zh[_-](tw|hk|mo|hant)/i.test(named)) return 'zh-TW';
  return 'en';
}
