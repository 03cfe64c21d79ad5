export { loadLanguage } from './messages/index.ts';
export { readAction } from './read-action.ts';
export * from './types.ts';
