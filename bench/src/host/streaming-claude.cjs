#!/usr/bin/env node
// Speaks like `claude -p` with JSON lines. STREAM_EVENTS a second come from the first message on, until it is closed;
// without it, each message is answered at once. For measuring only.
const { createInterface } = require('node:readline');
const perSecond = Number(process.env.STREAM_EVENTS || 0);
const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const event = (event) => write({ type: 'stream_event', event, parent_tool_use_id: null, session_id: 's' });
const assistant = (block) =>
  write({ type: 'assistant', message: { id: `msg${round}`, content: [block] }, parent_tool_use_id: null });
let round = 0;
let at = 0;

/** Of fifty events: 44 pieces of a message and its whole, two commands with output, and what is around them. */
function next() {
  const place = at++ % 50;
  if (place === 0) {
    round++;
    event({ type: 'message_start', message: { id: `msg${round}`, usage: {} } });
  } else if (place < 45)
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `word ${at} ` } });
  else if (place === 45) assistant({ type: 'text', text: 'word 0000 '.repeat(44) });
  else {
    const id = `toolu_${round}_${place < 48 ? 0 : 1}`;
    if (place % 2 === 0)
      assistant({ type: 'tool_use', id, name: 'Bash', input: { command: `npm run check-${round}` } });
    else
      write({
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok\n'.repeat(200) }] },
        parent_tool_use_id: null,
      });
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (message.type === 'control_request') {
      const response = { claude_code_version: '2.1.332', models: [], current_permission_mode: 'default' };
      write({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response } });
      return;
    }
    if (message.type !== 'user') return;
    write({
      type: 'system',
      subtype: 'init',
      session_id: `s-${process.pid}`,
      model: 'm',
      claude_code_version: '2.1.332',
    });
    write({ ...message, isReplay: true });
    if (perSecond > 0) setInterval(next, 1000 / perSecond);
    else {
      assistant({ type: 'text', text: 'Done.' });
      write({ type: 'result', subtype: 'success', is_error: false, terminal_reason: 'completed', usage: {} });
    }
  })
  .on('close', () => process.exit(0));
