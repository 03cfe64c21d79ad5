export { type ClaudeHome, type ClaudeHomeOptions, makeClaudeHome } from './claude-home.ts';
export {
  type ClaudePart,
  type ClaudeReply,
  type ClaudeScript,
  heard,
  type SeenMessages,
  toolResults,
} from './script.ts';
export { type MessagesServer, startMessagesServer } from './serve.ts';
