import type { HostMessage } from '@bureau/contracts';
import type { WebSocket } from 'ws';

/** Bytes that may wait for a window before it counts as slow, and below which it counts as ready again. */
const most = 1_048_576;
const ready = 65_536;

/** One open window, as the feed sees it. */
export interface Window {
  readonly name: string;
  /** Numbers of the last event sent, by task. */
  readonly tasks: Map<string, number>;
  /** Tasks whose events were left out because the window is slow; they are sent anew when it's ready. */
  readonly behind: Set<string>;
  list: 'no' | 'yes' | 'behind';
  office: 'no' | 'yes' | 'behind';
  /** Sends a message whatever waits: an answer, a first snapshot. */
  send(message: HostMessage): void;
  /** Sends a message that was made for many; false, and nothing is sent, when the window is slow. */
  offer(text: string): boolean;
}

/** `onReady` is called when a slow window has taken what waited for it. */
export function openWindow(socket: WebSocket, name: string, onReady: (window: Window) => void): Window {
  let slow = false;
  const taken = (): void => {
    if (!slow || socket.bufferedAmount > ready) return;
    slow = false;
    onReady(window);
  };
  const write = (text: string): void => {
    if (socket.readyState === socket.OPEN) socket.send(text, taken);
  };
  const window: Window = {
    name,
    tasks: new Map(),
    behind: new Set(),
    list: 'no',
    office: 'no',
    send: (message) => write(JSON.stringify(message)),
    offer(text) {
      if (slow || socket.bufferedAmount > most) {
        slow = true;
        return false;
      }
      write(text);
      return true;
    },
  };
  return window;
}
