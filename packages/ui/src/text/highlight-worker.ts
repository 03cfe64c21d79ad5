import hljs from 'highlight.js/lib/common';
import type { FromWorker, ToWorker } from './highlight.ts';
import { toPieces } from './pieces.ts';

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};
scope.onmessage = ({ data: { id, text, language } }) => {
  const name = language.trim().split(/\s/)[0]!.toLowerCase();
  const pieces = hljs.getLanguage(name)
    ? toPieces(hljs.highlight(text, { language: name, ignoreIllegals: true }).value)
    : null;
  scope.postMessage({ id, pieces });
};
