import type { Settings, TaskSummary } from '@bureau/contracts';
import type { App } from '../app/app.tsx';
import { go, type Route } from '../app/route.ts';
import type { IconName } from '../parts/icon.tsx';
import { nameOf } from '../words/figures.ts';
import type { Say } from '../words/words.ts';

export interface Command {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  readonly run: () => void;
}

/** What can be done now: what waits first, then what to do, then every task by name. */
export function commandsFor(app: App, say: Say, tasks: readonly TaskSummary[], at: Route): readonly Command[] {
  const show = (task: TaskSummary, icon: IconName): Command => ({
    id: `task ${task.task}`,
    icon,
    name: `${task.title} · ${nameOf(task.folder)}`,
    run: () => go({ at: 'task', task: task.task }),
  });
  const set = (changes: Partial<Settings>) => () => void app.attempt(app.settings.set(changes));
  const current = at.at === 'task' ? tasks.find(({ task, state }) => task === at.task && state !== 'ended') : undefined;
  return [
    ...tasks.filter(({ waiting }) => waiting > 0).map((task) => show(task, 'hand')),
    { id: 'new', icon: 'plus', name: say('list.new'), run: () => go({ at: 'start' }) },
    ...(current
      ? [
          {
            id: 'stop',
            icon: 'stop' as const,
            name: say('stop.task'),
            run: () => void app.attempt(app.line.command(current.task, { type: 'stop' })),
          },
        ]
      : []),
    {
      id: 'stop-all',
      icon: 'stop',
      name: say('stopAll'),
      run: () => app.opened.setState({ dialog: 'stop-everything' }),
    },
    { id: 'settings', icon: 'gear', name: say('settings.title'), run: () => go({ at: 'settings' }) },
    { id: 'keys', icon: 'book', name: say('keys.title'), run: () => app.opened.setState({ dialog: 'keys' }) },
    { id: 'light', icon: 'sparkle', name: say('palette.light'), run: set({ theme: 'light' }) },
    { id: 'dark', icon: 'sparkle', name: say('palette.dark'), run: set({ theme: 'dark' }) },
    { id: 'en', icon: 'globe', name: 'English', run: set({ language: 'en' }) },
    { id: 'ko', icon: 'globe', name: '한국어', run: set({ language: 'ko' }) },
    { id: 'zh', icon: 'globe', name: '繁體中文', run: set({ language: 'zh-TW' }) },
    ...tasks.filter(({ waiting }) => waiting === 0).map((task) => show(task, 'bubble')),
  ];
}

/** Every word of the query has to begin, or at least be in, the name. */
export function matching(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}
