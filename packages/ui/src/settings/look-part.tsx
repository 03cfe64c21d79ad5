import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { useWords } from '../words/use-words.ts';
import { Part, Pick } from './part.tsx';

const sizes = [90, 100, 115, 130, 150, 175, 200];

/** Language, theme and the size of the text. */
export function LookPart() {
  const app = useApp();
  const say = useWords();
  const { language, theme, textSize } = useStore(app.settings.view);
  const set = (changes: Parameters<typeof app.settings.set>[0]) => void app.attempt(app.settings.set(changes));
  return (
    <Part title={say('settings.look')}>
      <Pick
        name={say('settings.language')}
        value={language}
        onChange={(picked) => set({ language: picked })}
        options={[
          { value: 'system', name: say('settings.system') },
          { value: 'en', name: 'English', lang: 'en' },
          { value: 'ko', name: '한국어', lang: 'ko' },
          { value: 'zh-TW', name: '繁體中文', lang: 'zh-TW' },
        ]}
      />
      <Pick
        name={say('settings.theme')}
        value={theme}
        onChange={(picked) => set({ theme: picked })}
        options={[
          { value: 'system', name: say('settings.system') },
          { value: 'light', name: say('settings.light') },
          { value: 'dark', name: say('settings.dark') },
        ]}
      />
      <Pick
        name={say('settings.textSize')}
        value={String(textSize)}
        onChange={(picked) => set({ textSize: Number(picked) })}
        options={[...new Set([...sizes, textSize])]
          .sort((a, b) => a - b)
          .map((size) => ({ value: String(size), name: `${size} %` }))}
      />
    </Part>
  );
}
