import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { useWords } from '../words/use-words.ts';
import { Part, Toggle } from './part.tsx';

/** Notifications, sounds, and the light questions that may be answered alone. */
export function BehaviourPart() {
  const app = useApp();
  const say = useWords();
  const { notifications, sounds, auto } = useStore(app.settings.view);
  const set = (changes: Parameters<typeof app.settings.set>[0]) => void app.attempt(app.settings.set(changes));
  const notify = async (on: boolean) => {
    if (on && typeof Notification !== 'undefined' && Notification.permission === 'default')
      await Notification.requestPermission();
    if (on && typeof Notification !== 'undefined' && Notification.permission === 'denied')
      app.tell('lost', say('settings.notifications.blocked'));
    set({ notifications: on });
  };
  return (
    <Part title={say('settings.behaviour')}>
      <Toggle
        name={say('settings.notifications')}
        means={say('settings.notifications.means')}
        on={notifications}
        onChange={(on) => void notify(on)}
      />
      <Toggle
        name={say('settings.sounds')}
        means={say('settings.sounds.means')}
        on={sounds}
        onChange={(on) => set({ sounds: on })}
      />
      <Toggle
        name={say('settings.auto')}
        means={say('settings.auto.means')}
        on={auto}
        onChange={(on) => set({ auto: on })}
      />
    </Part>
  );
}
