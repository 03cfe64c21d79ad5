/**
 * What the desktop shell gives to the window it shows, as `window.bureauShell`; absent in a browser.
 * Nothing of it can allow a request: answers go from the window to the host.
 */
export interface DesktopShell {
  readonly platform: 'linux' | 'darwin' | 'win32' | (string & {});
  /** The native folder dialog; null when the person closed it. */
  pickFolder(start?: string): Promise<string | null>;
  /** Opens a web address in the person's browser, after showing it in full. Only http and https. */
  openExternal(address: string): Promise<boolean>;
  /** How many requests wait, for dock and tray. */
  setWaiting(count: number): void;
  /** A task that a link or a notification asks to be shown. Returns how to stop listening. */
  onShowTask(listener: (task: string) => void): () => void;
}
