import type { Action } from '@bureau/contracts';

/** What a desk says it does, in the person's language. */
export interface Words {
  readonly does: (action: Action) => string;
  readonly waitsFor: (action: Action) => string;
  readonly thinks: string;
  readonly waits: string;
  readonly unsure: string;
}

export function wordsFor(_options: { readonly language?: 'en' | 'ko' | 'zh-TW' }): Words {
  return {
    does: (action) => (action.kind === 'command' ? `running ${action.command.slice(0, 60)}` : action.name),
    waitsFor: () => 'waits for your answer',
    thinks: 'thinking',
    waits: 'waits for your answer',
    unsure: 'not sure',
  };
}
