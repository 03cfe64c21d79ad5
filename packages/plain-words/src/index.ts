export { loadLanguage } from './messages/index.ts';
export { readAction } from './read-action.ts';
export { stepNow, stepTitle } from './step-title.ts';
export { turnSummary } from './turn-summary.ts';
export * from './types.ts';
