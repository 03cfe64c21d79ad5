export { list, size } from './lists.ts';
export { hasLanguage, loadLanguage } from './load.ts';
export { here, type MessageId, type Params, past, question, say, sentence } from './say.ts';
export { shown } from './shown.ts';
