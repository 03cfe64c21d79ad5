export { type JsonLinesOptions, type JsonObject, type JsonSink, parseLine, readJsonLines } from './json-lines.ts';
export { defaultCeiling, type LineSink, type Splitter, splitLines } from './split.ts';
