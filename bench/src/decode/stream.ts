import { closeSync, openSync, writeSync } from 'node:fs';

/** Whose lines: in the forms that Claude Code 2.1.332 and Codex 0.171.0 write them. */
export type Shape = 'claude' | 'codex';

/** What the shape's driver waits for before anything else, answered as the agent answers. */
export const heads: Readonly<Record<Shape, readonly (readonly object[])[]>> = {
  claude: [],
  codex: [
    [{ id: 1, result: { userAgent: 'bureau/0.171.0 (Debian 12.0.0; x86_64)' } }],
    [
      { id: 2, result: { account: null, requiresOpenaiAuth: false } },
      { id: 3, result: { data: [] } },
      { id: 4, result: { thread: { id: thread() }, model: 'gpt-6.2' } },
      { method: 'turn/started', params: { threadId: thread(), turn: { id: turn(), status: 'inProgress' } } },
    ],
  ],
};

const smallShare = 0.6;

/** Writes a stream of about `bytes` bytes, of which 60 % are small pieces of text; says how many lines it has. */
export function writeStream(path: string, shape: Shape, bytes: number): { bytes: number; lines: number } {
  const make = shape === 'claude' ? claudeLines : codexLines;
  const file = openSync(path, 'w');
  let written = 0;
  let small = 0;
  let lines = 0;
  let said = '';
  /** The message of the model that the pieces belong to; a command comes between two. */
  let message = 0;
  try {
    while (written < bytes) {
      let block = '';
      while (block.length < 1 << 20) {
        const isSmall = small <= smallShare * (written + block.length);
        const added = isSmall ? make.small(lines, message) : make.large(lines, message++, said);
        said = isSmall ? said + words(lines) : '';
        const text = added.map((message) => `${JSON.stringify(message)}\n`).join('');
        if (isSmall) small += text.length;
        block += text;
        lines += added.length;
      }
      written += writeSync(file, block);
    }
  } finally {
    closeSync(file);
  }
  return { bytes: written, lines };
}

/** Pieces as a model gives them: some characters, at times a line end, a quote, or another script. */
const pieces = [
  'The ',
  'function ',
  'returns',
  ' a list of\n',
  'files, ',
  '`src/index.ts`',
  ' «é» ',
  '"quoted" ',
  '파일 ',
];
const words = (i: number) => `${pieces[i % pieces.length]}${pieces[(i * 7 + 3) % pieces.length]}`;
const output = (i: number) => `-rw-r--r-- 1 ana ana ${i} Nov 24 12:00 src/module-${i}/index.ts\n`.repeat(8 + (i % 90));
const uuid = (i: number) => `5f0c2b7e-1d3a-4c59-9e8b-${i.toString(16).padStart(12, '0')}`;
const session = '0b9d3f0e-7d0b-4c43-8f6b-4a1b9a5f3c11';
function thread() {
  return '01a23005-6c04-7312-be50-e745d84ff378';
}
function turn() {
  return '01a23005-6c21-7552-93b5-3fd1ea0226e3';
}

const claudeLines = {
  small: (i: number, at: number): object[] => [
    {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words(i) } },
      session_id: session,
      parent_tool_use_id: null,
      uuid: uuid(i),
      api_message_id: `msg_01Kq${at}`,
    },
  ],
  large(i: number, at: number, said: string): object[] {
    const id = `toolu_01${i}`;
    const rest = { parent_tool_use_id: null, session_id: session };
    const message = (content: object) => ({
      type: 'assistant',
      message: {
        id: `msg_01Kq${at}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [content],
        stop_reason: null,
        usage: { input_tokens: 9, cache_read_input_tokens: 40_000, output_tokens: 12 },
      },
      ...rest,
      uuid: uuid(i),
    });
    const text = said.slice(-20_000) || 'Done.';
    const printed = output(i);
    return [
      message({ type: 'text', text }),
      message({ type: 'tool_use', id, name: 'Bash', input: { command: `ls -l src/module-${i}`, description: 'List' } }),
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ tool_use_id: id, type: 'tool_result', content: printed, is_error: false }],
        },
        ...rest,
        uuid: uuid(i),
        tool_use_result: { stdout: printed, stderr: '', interrupted: false, isImage: false },
      },
    ];
  },
};

const codexLines = {
  small: (i: number, at: number): object[] => [
    {
      method: 'item/agentMessage/delta',
      params: { threadId: thread(), turnId: turn(), itemId: `msg_${at}`, delta: words(i) },
      emittedAtMs: 1796101991594 + i,
    },
  ],
  large(i: number, at: number, said: string): object[] {
    const params = (item: object) => ({
      item: { ...item, startedAtMs: 1796101991617, completedAtMs: 1796101991661 },
      threadId: thread(),
      turnId: turn(),
    });
    const command = {
      type: 'commandExecution',
      id: `call_${i}`,
      command: `/bin/bash -lc 'ls -l src/module-${i}'`,
      cwd: '/home/ana/project',
      processId: `${i}`,
      source: 'agent',
      commandActions: [{ type: 'unknown', command: `ls -l src/module-${i}` }],
    };
    const printed = output(i);
    const rest = { aggregatedOutput: printed, exitCode: 0, durationMs: 7, status: 'completed' };
    const started = { aggregatedOutput: null, exitCode: null, durationMs: null, status: 'inProgress' };
    const text = said.slice(-20_000) || 'Done.';
    return [
      {
        method: 'item/completed',
        params: params({ type: 'agentMessage', id: `msg_${at}`, text, phase: null }),
      },
      { method: 'item/started', params: params({ ...command, ...started }) },
      {
        method: 'item/commandExecution/outputDelta',
        params: { threadId: thread(), turnId: turn(), itemId: `call_${i}`, delta: printed },
      },
      { method: 'item/completed', params: params({ ...command, ...rest }) },
      {
        method: 'item/started',
        params: params({ type: 'agentMessage', id: `msg_${at + 1}`, text: '', phase: null }),
      },
    ];
  },
};
