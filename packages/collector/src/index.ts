export { openCollector } from './collector.ts';
export type { Span, Stretch } from './day.ts';
export type { Transcript } from './transcript.ts';
export type { Collector, CollectorOptions, CursorStore, LogFile } from './types.ts';
