export { isAlive, processStart } from './alive.ts';
export { handedOver } from './hand-over/handed-over.ts';
export { findMeans } from './prove/find-means.ts';
export { recoverHold } from './prove/recover-hold.ts';
export { startHeld } from './start/start-held.ts';
export * from './types.ts';
export { type RunOptions, type RunResult, run } from './watch/run.ts';
