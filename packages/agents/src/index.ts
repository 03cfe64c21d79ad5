export { claude } from './claude/index.ts';
export { codex } from './codex/index.ts';
export { findAgent } from './find/find-agent.ts';
export { loginPath } from './find/login-path.ts';
export { practice } from './practice/index.ts';
export * from './types.ts';
export { compareWithTested, testedRange } from './versions/tested.ts';
