export { codex } from './codex/index.ts';
export * from './types.ts';
