/**
 * The host's door: `startHost({ engine, dataDir, token, … })` listens on the loopback and tells windows what the
 * engine does. `@bureau/host/launch` finds or opens a whole one; `@bureau/host/client` is a window's side.
 */
export { startHost } from './server/start-host.ts';
export * from './types.ts';
