export { plainHold } from './plain-hold.ts';
export { until } from './processes/until.ts';
export * from './responses-server/index.ts';
