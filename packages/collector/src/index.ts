export { openCollector } from './collector.ts';
export type { Span } from './day.ts';
export type { Collector, CollectorOptions, CursorStore, LogFile } from './types.ts';
