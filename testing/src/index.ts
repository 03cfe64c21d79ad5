export { plainHold } from './plain-hold.ts';
export * from './responses-server/index.ts';
