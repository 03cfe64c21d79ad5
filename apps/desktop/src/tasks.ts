import type { HostMessage, Receipt, TaskSummary } from '@bureau/contracts';
import { wireProtocol } from '@bureau/contracts';
import WebSocket from 'ws';

/** The shell's own small look at the host: the list of tasks, and the order to stop them all. */
export interface TaskWatch {
  tasks(): readonly TaskSummary[];
  stopAll(): Promise<readonly { readonly task: string; readonly receipt: Receipt }[]>;
  close(): void;
}

/**
 * Connects to the host's list. `onTasks` is called with each change; `onLost` once, when the host is gone for good
 * (its process ended, or it said so).
 */
export function watchTasks(
  { url, token }: { readonly url: string; readonly token: string },
  onTasks: (before: readonly TaskSummary[], now: readonly TaskSummary[]) => void,
  onLost: () => void,
): TaskWatch {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, [wireProtocol, `bureau.token.${token}`], {
    origin: url,
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let known = new Map<string, TaskSummary>();
  let next = 0;
  let closed = false;

  const ask = (message: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++next;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, ...message }));
    });
  const lost = () => {
    for (const { reject } of waiting.values()) reject(new Error('The host is gone.'));
    waiting.clear();
    if (!closed) onLost();
    closed = true;
  };

  socket.on('open', () => void ask({ type: 'subscribe-list' }).catch(lost));
  socket.on('message', (data) => {
    // The host is ours: its messages need no second check, but an unknown kind must not break an older shell.
    const message = JSON.parse(String(data)) as HostMessage;
    if (message.type === 'tasks') {
      const before = [...known.values()];
      known = new Map([...(message.whole ? [] : known), ...message.tasks.map((task) => [task.task, task] as const)]);
      for (const task of message.removed ?? []) known.delete(task);
      onTasks(before, [...known.values()]);
    } else if (message.type === 'reply') {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) asked?.resolve(message.value);
      else asked?.reject(new Error(message.error.message));
    }
  });
  socket.on('close', lost);
  socket.on('error', lost);

  return {
    tasks: () => [...known.values()],
    async stopAll() {
      const value = (await ask({ type: 'call', method: 'task.stop-all', params: {} })) as {
        receipts: { task: string; receipt: Receipt }[];
      };
      return value.receipts;
    },
    close() {
      closed = true;
      socket.close();
    },
  };
}
