import { join } from 'node:path';
import type { TaskSummary } from '@bureau/contracts';
import { askHost, dataDirOf, ensureHost, type FoundHost } from '@bureau/host/launch';
import { app, type BrowserWindow, dialog, Menu, Notification, nativeImage, Tray } from 'electron';
import { crashPage } from './crash.ts';
import { hostScript } from './host-script.ts';
import { serveWindow, stopServing } from './ipc.ts';
import { linkIn, parseLink } from './links.ts';
import { menuOf, trayOf } from './menu.ts';
import { notes, waitingCount } from './notify.ts';
import { quitStep, running } from './quit.ts';
import { type TaskWatch, watchTasks } from './tasks.ts';
import { openWindow, stateFileIn } from './window.ts';
import { withCount, wordsFor } from './words/index.ts';

/** The shell: a window on the host, and what only a desktop can do. Everything that matters is in the host. */
interface Shell {
  host: FoundHost;
  watch: TaskWatch;
  window: BrowserWindow | null;
  tray: Tray | null;
  toldTray: boolean;
  quitting: boolean;
}

const words = wordsFor(process.env['BUREAU_LANG'] ?? app.getLocale());
const icon = join(__dirname, 'icon.png');
let shell: Shell | null = null;
let pendingLink = linkIn(process.argv);

if (!app.requestSingleInstanceLock()) app.quit();
else {
  app.setAsDefaultProtocolClient('bureau');
  app.on('second-instance', (_event, args) => {
    follow(linkIn(args));
    show();
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(url);
  });
  app.on('activate', show);
  // Work goes on in the host: the app stays in the tray.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', (event) => {
    if (shell?.quitting !== false) return;
    event.preventDefault();
    void quit();
  });
  app.whenReady().then(start, fail);
}

async function start(): Promise<void> {
  const node = process.env['BUREAU_NODE'];
  // Electron's own Node unless another is named; agents must not inherit that switch, so the host takes it out again.
  const started = await ensureHost({
    dataDir: dataDirOf(process.env['BUREAU_DATA_DIR'], process.env),
    env: node === undefined ? { ...process.env, ELECTRON_RUN_AS_NODE: '1' } : process.env,
    command: node ?? process.execPath,
    args: [hostScript(process.resourcesPath, __dirname)],
  });
  if (!started.ok) return fail(started.message);
  const { host } = started;
  const watch = watchTasks(host, onTasks, onHostLost);
  shell = { host, watch, window: null, tray: makeTray(), toldTray: false, quitting: false };
  setMenu();
  show();
  follow(pendingLink);
}

function fail(reason: unknown): void {
  dialog.showErrorBox(words.cannotStart, reason instanceof Error ? reason.message : String(reason));
  app.exit(1);
}

function show(): void {
  if (!shell) return;
  if (shell.window) {
    if (shell.window.isMinimized()) shell.window.restore();
    shell.window.show();
    shell.window.focus();
    return;
  }
  const { url, token } = shell.host;
  const page = `${url}/#token=${token}`;
  const window = openWindow({
    url: page,
    stateFile: stateFileIn(app.getPath('userData')),
    preload: join(__dirname, 'preload.cjs'),
    words,
    icon,
  });
  shell.window = window;
  serveWindow(window, url, words, (count) => app.setBadgeCount(count));
  window.webContents.on(
    'render-process-gone',
    () => void window.loadURL(crashPage(words.crashed, words.crashedDetail, page, words)),
  );
  window.on('closed', () => {
    stopServing();
    if (!shell) return;
    shell.window = null;
    tellTray();
  });
}

/** Said once: closing the window stops nothing. */
function tellTray(): void {
  if (!shell || shell.toldTray || shell.quitting || running(shell.watch.tasks()).length === 0) return;
  shell.toldTray = true;
  notify(words.stillRunning, words.stillRunningDetail, show);
}

function notify(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const note = new Notification({ title, body, silent: true });
  note.on('click', onClick);
  note.show();
}

function onTasks(before: readonly TaskSummary[], now: readonly TaskSummary[]): void {
  if (!shell) return;
  const text = { waits: words.waits, done: words.done, failed: words.failed };
  for (const note of notes(before, now, shell.window?.isFocused() ?? false))
    notify(note.title, text[note.kind], () => showTask(note.task));
  const waiting = waitingCount(now);
  app.setBadgeCount(waiting);
  const waits =
    waiting === 0 ? words.nothingWaits : waiting === 1 ? words.oneWaits : withCount(words.manyWait, waiting);
  shell.tray?.setToolTip(`Bureau: ${waits}`);
  shell.tray?.setContextMenu(
    Menu.buildFromTemplate(
      trayOf(words, running(now), waits, { show, showTask, stopAll: () => void stopAll(), quit: () => void quit() }),
    ),
  );
}

function showTask(task: string): void {
  show();
  shell?.window?.webContents.send('show-task', task);
}

/** A link shows a task, or fills in the start page; the page asks before anything starts. */
function follow(text: string | undefined): void {
  pendingLink = undefined;
  if (!text) return;
  if (!shell) {
    pendingLink = text;
    return;
  }
  const link = parseLink(text);
  if (link.kind === 'task') showTask(link.task);
  if (link.kind === 'new') {
    show();
    shell.window?.webContents.send('show-task', `new:${JSON.stringify({ folder: link.folder, prompt: link.prompt })}`);
  }
}

function makeTray(): Tray | null {
  try {
    return new Tray(nativeImage.createFromPath(icon));
  } catch {
    // A desktop without a tray: the window and the dock are there.
    return null;
  }
}

function setMenu(): void {
  const zoom = (step: -1 | 0 | 1) => {
    const contents = shell?.window?.webContents;
    contents?.setZoomLevel(step === 0 ? 0 : contents.getZoomLevel() + step * 0.5);
  };
  const page = (name: string) => {
    show();
    shell?.window?.webContents.send('show-task', name);
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuOf(words, process.platform === 'darwin', {
        newTask: () => page('new:{}'),
        settings: () => page('settings:'),
        stopAll: () => void stopAll(),
        zoom,
        quit: () => void quit(),
      }),
    ),
  );
}

async function stopAll(): Promise<boolean> {
  const receipts = (await shell?.watch.stopAll()) ?? [];
  return receipts.every(({ receipt }) => receipt.gone);
}

/** Nothing is stopped, and nothing is left running, without the person's word. */
async function quit(): Promise<void> {
  if (!shell || shell.quitting) return;
  const tasks = shell.watch.tasks();
  if (quitStep(tasks) === 'ask') {
    const count = running(tasks).length;
    const message = count === 1 ? words.quitTitleOne : withCount(words.quitTitleMany, count);
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message,
      detail: words.quitDetail,
      buttons: [words.quitStop, words.quitBackground, words.stay],
      defaultId: 2,
      cancelId: 2,
      noLink: true,
    });
    if (response === 2) return;
    if (response === 0 && !(await stopAll())) {
      await dialog.showMessageBox({ type: 'warning', message: words.notAllStopped });
      return show();
    }
  }
  shell.quitting = true;
  shell.watch.close();
  // With nothing running the host has no reason to go on.
  if (running(shell.watch.tasks()).length === 0) await askHost(shell.host, '/api/quit', {});
  app.quit();
}

function onHostLost(): void {
  if (!shell || shell.quitting) return;
  const lost = shell;
  shell = null;
  lost.tray?.destroy();
  const response = dialog.showMessageBoxSync({
    type: 'error',
    message: words.hostGone,
    detail: words.hostGoneDetail,
    buttons: [words.again, words.quit],
    defaultId: 0,
    noLink: true,
  });
  lost.window?.destroy();
  if (response === 0) void start().catch(fail);
  else app.exit(1);
}
