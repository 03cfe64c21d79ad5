/**
 * A window's line to the host, for a browser, Electron or a terminal (no Node, no React in it):
 *
 *   const line = connect({ ...readAddress(location.href)!, schedule: requestAnimationFrame });
 *   line.list.subscribe(render); line.list.getSnapshot().tasks;
 *   const task = line.task(id);            // followed while somebody listens; task.getSnapshot().rows
 *   await line.command(id, { type: 'say', text });   // kept over a lost line; rejects with a HostError
 *   await line.call('settings.get', {});
 */
export { type Address, readAddress, writeAddress } from './address.ts';
export {
  type Connection,
  type ConnectionState,
  type ConnectOptions,
  connect,
  type ListView,
  type OfficeView,
  type StartTask,
} from './connect.ts';
export { HostError } from './outbox.ts';
export type * from './rows.ts';
export type { SocketLike, SocketMaker } from './socket.ts';
export type { Store } from './store.ts';
export { openFold, type TaskFold, type TaskView, type Waiting } from './task-fold.ts';
export type { TaskStore } from './task-store.ts';
