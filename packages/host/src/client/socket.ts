/** What is used of a WebSocket; the browser's, Node's and `ws`'s all fit. */
export interface SocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: ((event: never) => void) | null;
}
export type SocketMaker = new (url: string, protocols: string[]) => SocketLike;

export interface Line {
  /** False when the line is not there. */
  send(text: string): boolean;
  /** Tries at once instead of waiting. */
  retry(): void;
  close(): void;
}

const firstDelayMs = 200;
const longestDelayMs = 10_000;

/** Keeps one socket open: a lost one is opened again, after a delay that grows to ten seconds. */
export function keepLine(options: {
  readonly open: () => SocketLike;
  readonly onMessage: (text: string) => void;
  readonly onOpen: () => void;
  /** `delayMs`: until the next try. */
  readonly onLost: (lost: { readonly code: number; readonly wasOpen: boolean; readonly delayMs: number }) => void;
  /** 0 to 1; spreads the tries of many windows. */
  readonly random: () => number;
}): Line {
  let socket: SocketLike | null = null;
  let open = false;
  let closed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const lost = (code: number): void => {
    const wasOpen = open;
    open = false;
    socket = null;
    if (closed) return;
    failures = wasOpen ? 0 : failures + 1;
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures) * (0.5 + options.random() / 2);
    timer = setTimeout(dial, delayMs);
    options.onLost({ code, wasOpen, delayMs });
  };
  const dial = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (closed || socket) return;
    const own = options.open();
    socket = own;
    own.onopen = () => {
      open = true;
      options.onOpen();
    };
    own.onmessage = ({ data }) => {
      if (socket === own && typeof data === 'string') options.onMessage(data);
    };
    // A close always follows an error.
    own.onerror = () => {};
    own.onclose = ({ code }) => {
      if (socket === own) lost(code);
    };
  };
  dial();
  return {
    send(text) {
      if (!open || !socket) return false;
      socket.send(text);
      return true;
    },
    retry() {
      failures = 0;
      dial();
    },
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      timer = null;
      const last = socket;
      socket = null;
      open = false;
      last?.close(1000, 'closed');
    },
  };
}
