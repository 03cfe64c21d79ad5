import type { Action } from '@bureau/contracts';
import { type Language, loadLanguage, stepNow, stepTitle, turnSummary } from '@bureau/plain-words';

/** What a desk says it does, in the person's language. */
export interface Words {
  readonly does: (action: Action) => string;
  /** One step of the past: «Ran npm test». */
  readonly done: (action: Action) => string;
  /** All that was done: «Ran 2 commands, changed 3 files». */
  readonly did: (actions: readonly Action[]) => string;
  readonly thinks: string;
  readonly waits: string;
  readonly unsure: string;
}

const states: Readonly<Record<Language, Pick<Words, 'thinks' | 'waits' | 'unsure'>>> = {
  en: { thinks: 'Thinks', waits: 'Waits for your answer', unsure: 'Not sure what it does' },
  ko: { thinks: '생각하고 있습니다', waits: '답을 기다립니다', unsure: '무엇을 하는지 알 수 없습니다' },
  'zh-TW': { thinks: '正在思考', waits: '等你回答', unsure: '不確定在做什麼' },
};

/** Resolves when the language is there; English needs no loading. */
export const loadWords = (language: Language): Promise<void> => loadLanguage(language);

/** `home`: the person's own folder, so that a path is called by what it is to them. */
export function wordsFor(language: Language, home: string): Words {
  return {
    ...states[language],
    does: (action) => stepNow(action, { folder: action.cwd, home, language }),
    done: (action) => stepTitle(action, { folder: action.cwd, home, language }),
    did: (actions) =>
      turnSummary(
        actions.map((action) => ({ action, done: true })),
        { folder: actions[0]?.cwd ?? '', home, language },
      ),
  };
}
