#!/usr/bin/env node
// A program that starts like `claude -p` with JSON lines and then misbehaves: FAULT says how. For tests only.
const { createInterface } = require('node:readline');
const fault = process.env.FAULT;
const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const stay = () => setInterval(() => {}, 1000);
const system = (subtype, more) => ({ type: 'system', subtype, session_id: 's', ...more });
const init = system('init', { model: 'm', permissionMode: 'default', claude_code_version: '2.1.332' });
const delta = (text) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  parent_tool_use_id: null,
  api_message_id: 'msg',
});
const assistant = (block) => ({
  type: 'assistant',
  message: { id: 'msg', content: [block] },
  parent_tool_use_id: null,
});
const bash = (id, command) => assistant({ type: 'tool_use', id, name: 'Bash', input: { command } });
const ask = (request_id, command, more) => ({
  type: 'control_request',
  request_id,
  request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command }, tool_use_id: `toolu_${command}`, ...more },
});
const result = (more) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  terminal_reason: 'completed',
  usage: {},
  ...more,
});
const end = () => write(result());

if (fault === 'exit') {
  process.stderr.write('it fell over\n');
  process.exit(7);
}
if (fault === 'flood') for (let at = 0; at < 2000; at++) process.stderr.write(`${'e'.repeat(1000)}\n`);
if (fault === 'hang') stay();
if (fault === 'chatter') {
  // Words, but never an answer.
  for (let at = 0; at < 3; at++) process.stdout.write('starting …\n');
  stay();
}

/** What it does with the first message. */
const misbehave = {
  'close-stdout': () => {
    write(delta('Half a'));
    process.stdout.end(() => require('node:fs').closeSync(1));
    stay();
  },
  'exit-in-turn': () => {
    write(bash('toolu_a', 'sleep 100'));
    write(ask('a', 'a'));
    process.stdout.write('', () => process.exit(0));
  },
  die: () => {
    write(delta('Half a'));
    process.stdout.write('{"type":"assistant","mess', () => process.kill(process.pid, 'SIGKILL'));
  },
  junk: () => {
    process.stdout.write('\0\0\0\nnot json\n[1,2]\n\n77\n\n');
    process.stdout.write(Buffer.from([0xff, 0xfe, 10]));
    process.stdout.write(`${JSON.stringify(delta('Grüße'))}${JSON.stringify(delta('glued'))}\n`);
    process.stdout.write(`\ufeff${JSON.stringify(delta('Grüße'))}\r\n`);
    for (const value of [
      {},
      { type: 7 },
      { type: 'system' },
      { type: 'something/new', a: 1 },
      { type: 'something/new', a: 2 },
    ])
      write(value);
    write(system('something_new', { b: 1 }));
    write({ type: 'assistant' });
    write({ type: 'assistant', message: { content: 'text?' } });
    write({ type: 'user', message: { content: [null, 7, { type: 'tool_result' }] } });
    write({ type: 'stream_event' });
    write({ type: 'stream_event', event: { type: 'content_block_delta', delta: null } });
    write({ type: 'control_response', response: { subtype: 'success', request_id: 'nobody' } });
    write({ type: 'control_cancel_request', request_id: 'nobody' });
    end();
  },
  torn: () => {
    const bytes = Buffer.from(`${JSON.stringify(delta('안녕 🙂'))}\n${JSON.stringify(result())}\n`);
    const step = (at) => {
      if (at < bytes.length) process.stdout.write(bytes.subarray(at, at + 1), () => setImmediate(step, at + 1));
    };
    step(0);
  },
  duplicate: () => {
    write(ask('same', 'first'));
    write(ask('same', 'second'));
  },
  'odd-ids': () => {
    write(ask(0, 'zero'));
    write(ask('0', 'text'));
    write(ask('__proto__', 'proto'));
    write(ask('', 'empty'));
  },
  'unknown-request': () => {
    for (const subtype of ['elicitation', 'frobnicate', undefined])
      write({ type: 'control_request', request_id: `r-${subtype}`, request: { subtype } });
    write({ type: 'control_request', request_id: 'r-none' });
    end();
  },
  withdraw: () => {
    write(ask('w', 'w'));
    write({ type: 'control_cancel_request', request_id: 'w' });
    end();
  },
  'long-line': () => {
    write(assistant({ type: 'text', text: 'x'.repeat(8_000_000) }));
    end();
  },
  'line-over-ceiling': () => {
    process.stdout.write('{"type":"assistant","x":"');
    for (let at = 0; at < 70; at++) process.stdout.write('y'.repeat(1 << 20));
    process.stdout.write('"}\n');
    end();
  },
  'sub-agent': () => {
    write(assistant({ type: 'tool_use', id: 'toolu_agent', name: 'Agent', input: { description: 'Help' } }));
    write({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_agent', content: 'Async agent launched' }] },
    });
    write({ ...bash('toolu_sub', 'make'), parent_tool_use_id: 'toolu_agent' });
    write(ask('sub', 'sub', { tool_use_id: 'toolu_sub', agent_id: 'agent-1' }));
    write(bash('toolu_own', 'left open'));
    end();
  },
  'two-results': () => {
    end();
    end();
  },
};

let answers = 0;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (fault === 'hang' || fault === 'chatter') return;
    if (message.type === 'control_response') {
      // As the real one does with --replay-user-messages: what it was answered comes back.
      write(message);
      write(system(`answered-${++answers}`, { answer: message }));
      if (message.response.request_id === 'sub')
        write({
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_sub', content: 'made' }] },
          parent_tool_use_id: 'toolu_agent',
        });
      return;
    }
    if (message.type === 'control_request') {
      const { subtype } = message.request;
      const response =
        subtype === 'initialize'
          ? { claude_code_version: '2.1.332', models: [], current_permission_mode: 'default' }
          : {};
      if (fault === 'refuses-initialize')
        write({
          type: 'control_response',
          response: { subtype: 'error', request_id: message.request_id, error: 'not today' },
        });
      else if (fault !== 'no-interrupt' || subtype !== 'interrupt')
        write({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response } });
      return;
    }
    write(init);
    write({ ...message, isReplay: true });
    (misbehave[fault] ?? end)();
  })
  .on('close', () => {
    if (fault !== 'deaf') process.exit(0);
    else stay();
  });
