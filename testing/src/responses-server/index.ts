export { type CodexHome, type CodexHomeOptions, makeCodexHome } from './codex-home.ts';
export { type AskedQuestion, type Part, type Reply, type Script, type Seen, toolOutputs, userTexts } from './script.ts';
export { type ResponsesServer, startResponsesServer } from './serve.ts';
