import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BrowserWindow, clipboard, dialog, Menu, screen, session, shell } from 'electron';
import { mayHave, mayNavigate, mayOpenOutside } from './policy.ts';
import { decodeState, onScreen, type WindowState } from './window-state.ts';
import type { Words } from './words/index.ts';

export interface WindowOptions {
  readonly url: string;
  readonly stateFile: string;
  readonly preload: string;
  readonly words: Words;
  readonly icon: string | undefined;
}

/** The one window: it can show Bureau's own host and nothing else. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const state = onScreen(
    readState(options.stateFile),
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    width: state.width,
    height: state.height,
    ...(state.x !== undefined && state.y !== undefined ? { x: state.x, y: state.y } : {}),
    minWidth: 360,
    minHeight: 480,
    show: false,
    title: 'Bureau',
    backgroundColor: '#f7f3ec',
    ...(options.icon && existsSync(options.icon) ? { icon: options.icon } : {}),
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: true,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(state.zoom));
  keepState(window, options.stateFile);
  guard(window, options);
  contextMenu(window, options.words);
  void window.loadURL(options.url);
  return window;
}

/** Nothing but the host is shown, opened or permitted. */
function guard(window: BrowserWindow, { url, words }: WindowOptions): void {
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url: target }) => {
    void openOutside(window, target, words);
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event, target) => {
    if (!mayNavigate(target, url)) event.preventDefault();
  });
  webContents.on('will-redirect', (event, target) => {
    if (!mayNavigate(target, url)) event.preventDefault();
  });
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  const partition = session.defaultSession;
  partition.setPermissionRequestHandler((contents, permission, answer) =>
    answer(mayHave(permission) && mayNavigate(contents.getURL(), url)),
  );
  partition.setPermissionCheckHandler(
    (_contents, permission, origin) => mayHave(permission) && mayNavigate(origin, url),
  );
}

/** Shows the whole address before it goes to the browser. False when it is not a web address, or the person said no. */
export async function openOutside(window: BrowserWindow, target: string, words: Words): Promise<boolean> {
  if (!mayOpenOutside(target)) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: words.openLink,
    detail: `${words.openLinkDetail}\n${target}`,
    buttons: [words.open, words.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  if (response !== 0) return false;
  await shell.openExternal(target);
  return true;
}

function contextMenu(window: BrowserWindow, words: Words): void {
  window.webContents.on('context-menu', (_event, params) => {
    const suggestions = params.misspelledWord
      ? params.dictionarySuggestions
          .slice(0, 5)
          .map((word) => ({ label: word, click: () => window.webContents.replaceMisspelling(word) }))
      : [];
    const menu = Menu.buildFromTemplate([
      ...suggestions,
      ...(suggestions.length > 0 ? [{ type: 'separator' as const }] : []),
      ...(params.isEditable
        ? [
            { label: words.cut, role: 'cut' as const },
            { label: words.copy, role: 'copy' as const },
            { label: words.paste, role: 'paste' as const },
          ]
        : params.selectionText
          ? [{ label: words.copy, role: 'copy' as const }]
          : []),
      ...(params.linkURL && mayOpenOutside(params.linkURL)
        ? [{ label: words.copyLink, click: () => clipboard.writeText(params.linkURL) }]
        : []),
    ]);
    if (menu.items.length > 0) menu.popup({ window });
  });
}

function readState(path: string): WindowState {
  try {
    return decodeState(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The first start, or a file cut by a crash: the usual size.
    return decodeState(null);
  }
}

function keepState(window: BrowserWindow, path: string): void {
  window.on('close', () => {
    const state: WindowState = {
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      zoom: window.webContents.getZoomLevel(),
    };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(state));
  });
}

export const stateFileIn = (folder: string) => join(folder, 'window.json');
