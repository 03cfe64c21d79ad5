import type { MenuItemConstructorOptions } from 'electron';
import type { Words } from './words/index.ts';

export interface MenuActions {
  readonly newTask: () => void;
  readonly settings: () => void;
  readonly stopAll: () => void;
  readonly zoom: (step: -1 | 0 | 1) => void;
  readonly quit: () => void;
}

/** The app's menu in the person's language. Pure: Electron builds it. */
export function menuOf(words: Words, mac: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const quit: MenuItemConstructorOptions = { label: words.quit, accelerator: 'CmdOrCtrl+Q', click: actions.quit };
  return [
    {
      label: mac ? 'Bureau' : words.file,
      submenu: [
        { label: words.newTask, accelerator: 'CmdOrCtrl+N', click: actions.newTask },
        { label: words.settings, accelerator: 'CmdOrCtrl+,', click: actions.settings },
        { type: 'separator' },
        // No accelerator: a key pressed by mistake must not stop a day's work.
        { label: words.stopAll, click: actions.stopAll },
        { type: 'separator' },
        { label: words.close, role: 'close' },
        quit,
      ],
    },
    {
      label: words.edit,
      submenu: [
        { label: words.undo, role: 'undo' },
        { label: words.redo, role: 'redo' },
        { type: 'separator' },
        { label: words.cut, role: 'cut' },
        { label: words.copy, role: 'copy' },
        { label: words.paste, role: 'paste' },
        { label: words.selectAll, role: 'selectAll' },
      ],
    },
    {
      label: words.view,
      submenu: [
        { label: words.zoomIn, accelerator: 'CmdOrCtrl+Plus', click: () => actions.zoom(1) },
        { label: words.zoomOut, accelerator: 'CmdOrCtrl+-', click: () => actions.zoom(-1) },
        { label: words.zoomReset, accelerator: 'CmdOrCtrl+0', click: () => actions.zoom(0) },
        { type: 'separator' },
        { label: words.fullScreen, role: 'togglefullscreen' },
      ],
    },
    { label: words.window, submenu: [{ label: words.minimize, role: 'minimize' }] },
  ];
}

export interface TrayActions {
  readonly show: () => void;
  readonly showTask: (task: string) => void;
  readonly stopAll: () => void;
  readonly quit: () => void;
}
export interface TrayTask {
  readonly task: string;
  readonly title: string;
  readonly waiting: number;
}

/** What waits and what runs, and the two things one wants from a tray. */
export function trayOf(
  words: Words,
  tasks: readonly TrayTask[],
  waits: string,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const waiting = tasks.filter((task) => task.waiting > 0);
  const others = tasks.filter((task) => task.waiting === 0);
  const item = (task: TrayTask): MenuItemConstructorOptions => ({
    label: `${task.waiting > 0 ? '✋ ' : ''}${clip(task.title)}`,
    click: () => actions.showTask(task.task),
  });
  return [
    { label: waits, enabled: false },
    ...waiting.map(item),
    { type: 'separator' },
    ...(others.length > 0
      ? others.slice(0, 8).map(item)
      : waiting.length > 0
        ? []
        : [{ label: words.nothingRuns, enabled: false }]),
    { type: 'separator' },
    { label: words.stopAll, enabled: tasks.length > 0, click: actions.stopAll },
    { label: words.show, click: actions.show },
    { label: words.quit, click: actions.quit },
  ];
}

const clip = (title: string) => ([...title].length > 50 ? `${[...title].slice(0, 49).join('')}…` : title);
