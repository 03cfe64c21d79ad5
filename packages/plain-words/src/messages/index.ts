export { list, namedOf, size } from './lists.ts';
export { hasLanguage, loadLanguage } from './load.ts';
export { here, type MessageId, type Params, past, patternName, question, say, sentence, something } from './say.ts';
export { shown } from './shown.ts';
