import type { DesktopShell } from '@bureau/contracts';
import { contextBridge, ipcRenderer } from 'electron';

// Runs sandboxed and isolated: only these five go through, and each is checked again on the other side.
const shell: DesktopShell = {
  platform: process.platform,
  pickFolder: (start) => ipcRenderer.invoke('pick-folder', start) as Promise<string | null>,
  openExternal: (address) => ipcRenderer.invoke('open-external', address) as Promise<boolean>,
  setWaiting: (count) => ipcRenderer.send('waiting', count),
  onShowTask(listener) {
    const heard = (_event: unknown, task: unknown) => {
      if (typeof task === 'string') listener(task);
    };
    ipcRenderer.on('show-task', heard);
    return () => ipcRenderer.removeListener('show-task', heard);
  },
};
contextBridge.exposeInMainWorld('bureauShell', shell);
