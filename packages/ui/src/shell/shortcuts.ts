import { useEffect } from 'react';
import type { App } from '../app/app.tsx';
import { go } from '../app/route.ts';
import type { MessageId } from '../words/words.ts';

const mac = /mac|iphone|ipad/i.test(navigator.platform);
export const modKey = mac ? '⌘' : 'Ctrl';

/** What the list of keys shows; cards' own keys stand on their buttons too. */
export const keyList: readonly { readonly keys: readonly string[]; readonly what: MessageId }[] = [
  { keys: [modKey, 'K'], what: 'keys.palette' },
  { keys: ['Alt', 'N'], what: 'keys.new' },
  { keys: ['Alt', 'W'], what: 'keys.waiting' },
  { keys: ['Alt', 'S'], what: 'keys.stop' },
  { keys: ['Alt', 'X'], what: 'keys.stopAll' },
  { keys: ['1', '–', '4'], what: 'keys.answer' },
  { keys: ['Esc'], what: 'keys.no' },
  { keys: ['Enter'], what: 'keys.send' },
  { keys: ['Shift', 'Enter'], what: 'keys.newLine' },
  { keys: ['Tab'], what: 'keys.tab' },
  { keys: ['?'], what: 'keys.list' },
];

/** Whether typing belongs to the field that has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'range'].includes(target.type))
  );
}

/** Keys that work everywhere. */
export function useShortcuts(app: App): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      const open = (dialog: 'palette' | 'keys' | 'stop-everything') => {
        event.preventDefault();
        app.opened.setState({ dialog });
      };
      if ((mac ? event.metaKey : event.ctrlKey) && !event.altKey && event.code === 'KeyK') return open('palette');
      if (event.key === '?' && !isTyping(event.target)) return open('keys');
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.code === 'KeyX') return open('stop-everything');
      if (event.code === 'KeyN') {
        event.preventDefault();
        go({ at: 'start' });
      }
      if (event.code === 'KeyW') {
        event.preventDefault();
        const waiting = app.line.list.getSnapshot().tasks.find((task) => task.waiting > 0);
        if (waiting) go({ at: 'task', task: waiting.task });
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [app]);
}
