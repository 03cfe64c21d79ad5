export { openCollector } from './collector.ts';
export type { Collector, CollectorOptions, CursorStore, LogFile } from './types.ts';
