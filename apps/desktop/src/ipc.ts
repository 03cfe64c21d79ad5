import { type BrowserWindow, dialog, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { maySend } from './policy.ts';
import { openOutside } from './window.ts';
import type { Words } from './words/index.ts';

/** The preload's calls. Each is answered only for the main frame of our own page. */
export function serveWindow(
  window: BrowserWindow,
  url: string,
  words: Words,
  onWaiting: (count: number) => void,
): void {
  const trusted = (event: IpcMainInvokeEvent | IpcMainEvent) =>
    maySend(event.senderFrame, url) && event.sender === window.webContents;
  ipcMain.handle('pick-folder', async (event, start: unknown) => {
    if (!trusted(event)) return null;
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: words.pickFolder,
      properties: ['openDirectory', 'createDirectory'],
      ...(typeof start === 'string' ? { defaultPath: start } : {}),
    });
    return canceled ? null : (filePaths[0] ?? null);
  });
  ipcMain.handle('open-external', (event, address: unknown) =>
    trusted(event) && typeof address === 'string' ? openOutside(window, address, words) : false,
  );
  ipcMain.on('waiting', (event, count: unknown) => {
    if (trusted(event) && typeof count === 'number' && Number.isInteger(count) && count >= 0) onWaiting(count);
  });
}

export function stopServing(): void {
  ipcMain.removeHandler('pick-folder');
  ipcMain.removeHandler('open-external');
  ipcMain.removeAllListeners('waiting');
}
