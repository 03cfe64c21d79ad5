export { codex } from './codex/index.ts';
export { practice } from './practice/index.ts';
export * from './types.ts';
