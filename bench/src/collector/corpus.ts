import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What to make; the same seed makes the same bytes. */
export interface CorpusSpec {
  readonly folder: string;
  readonly sessions: number;
  /** Total bytes, about. */
  readonly bytes: number;
  readonly seed: number;
  /** Share of the sessions that are Codex's. */
  readonly codex: number;
  /** The end of the youngest session, ms since 1970. */
  readonly now: number;
}

/** mulberry32: small, seeded, good enough for a corpus. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const words =
  'the shop page order list price table menu photo text form mail month tax report draft letter colour index total'.split(
    ' ',
  );

/** Session logs as both agents write them (shapes from recordings of the real ones), ended, over 90 days. */
export function makeCorpus(spec: CorpusSpec): { claudeDir: string; codexDir: string } {
  const next = random(spec.seed);
  const claudeDir = join(spec.folder, 'claude');
  const codexDir = join(spec.folder, 'codex');
  mkdirSync(join(claudeDir, 'sessions'), { recursive: true });
  mkdirSync(join(codexDir, 'thread-writer-locks'), { recursive: true });
  const each = spec.bytes / spec.sessions;
  for (let i = 0; i < spec.sessions; i++) {
    const ended = spec.now - Math.floor((i / spec.sessions) ** 2 * 90 * 24 * 3600 * 1000);
    const bytes = Math.max(2000, each * (0.2 + 1.6 * next()));
    const id = uuid(next);
    const project = `/home/ana/project-${Math.floor(next() * 60)}`;
    const log =
      next() < spec.codex
        ? codexLog(codexDir, id, project, ended, bytes, next)
        : claudeLog(claudeDir, id, project, ended, bytes, next);
    utimesSync(log, ended / 1000, ended / 1000);
  }
  return { claudeDir, codexDir };
}

function writer(path: string) {
  const fd = openSync(path, 'w');
  let parts: string[] = [];
  let waiting = 0;
  let bytes = 0;
  const flush = () => {
    if (waiting > 0) writeSync(fd, parts.join(''));
    parts = [];
    waiting = 0;
  };
  return {
    line(record: unknown): void {
      const text = `${JSON.stringify(record)}\n`;
      parts.push(text);
      waiting += text.length;
      bytes += text.length;
      if (waiting > 1 << 20) flush();
    },
    bytes: () => bytes,
    close(): void {
      flush();
      closeSync(fd);
    },
  };
}

function claudeLog(home: string, id: string, cwd: string, ended: number, bytes: number, next: () => number): string {
  const folder = join(home, 'projects', cwd.replace(/[^0-9A-Za-z]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  const out = writer(path);
  const at = () => new Date(ended - Math.max(0, bytes - out.bytes()) / 10).toISOString();
  const common = {
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: id,
    version: '2.1.332',
    gitBranch: 'main',
  };
  const prompt = sentence(next, 8);
  out.line({ type: 'queue-operation', operation: 'enqueue', timestamp: at(), sessionId: id, content: prompt });
  out.line({
    parentUuid: null,
    ...common,
    type: 'user',
    message: { role: 'user', content: prompt },
    uuid: uuid(next),
    timestamp: at(),
  });
  out.line({
    parentUuid: uuid(next),
    ...common,
    attachment: { type: 'prompt_snapshot', systemPrompt: [sentence(next, Math.min(3000, bytes / 40))] },
    uuid: uuid(next),
    timestamp: at(),
  });
  for (let n = 0; out.bytes() < bytes; n++) {
    const message = (content: unknown, stop: string) => ({
      ...common,
      parentUuid: uuid(next),
      type: 'assistant',
      message: {
        id: `msg_${n}_${id.slice(0, 8)}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [content],
        stop_reason: stop,
        usage: {
          input_tokens: Math.floor(next() * 9000),
          cache_creation_input_tokens: 10,
          cache_read_input_tokens: 900,
          output_tokens: Math.floor(next() * 900),
        },
      },
      requestId: `req_${n}_${id.slice(0, 8)}`,
      uuid: uuid(next),
      timestamp: at(),
    });
    const tool = `toolu_${n}_${id.slice(0, 8)}`;
    out.line(
      message(
        {
          type: 'tool_use',
          id: tool,
          name: next() < 0.5 ? 'Bash' : 'Read',
          input: { command: `cat ${sentence(next, 2)}`, file_path: `${cwd}/a.txt` },
        },
        'tool_use',
      ),
    );
    out.line({
      ...common,
      parentUuid: uuid(next),
      type: 'user',
      message: {
        role: 'user',
        content: [{ tool_use_id: tool, type: 'tool_result', content: sentence(next, 60 + next() * 400) }],
      },
      uuid: uuid(next),
      timestamp: at(),
      toolUseResult: { stdout: sentence(next, 40), stderr: '' },
    });
    if (n % 6 === 5) out.line(message({ type: 'text', text: sentence(next, 40) }, 'end_turn'));
  }
  out.line({ type: 'last-prompt', lastPrompt: prompt, sessionId: id });
  out.line({ type: 'cost-state', sessionId: id, totalCostUSD: 1, timestamp: at() });
  out.close();
  return path;
}

function codexLog(home: string, id: string, cwd: string, ended: number, bytes: number, next: () => number): string {
  const day = new Date(ended).toISOString();
  const folder = join(home, 'sessions', day.slice(0, 4), day.slice(5, 7), day.slice(8, 10));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-${day.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`);
  const out = writer(path);
  const at = () => new Date(ended - Math.max(0, bytes - out.bytes()) / 10).toISOString();
  let ordinal = 0;
  const line = (type: string, payload: unknown) => out.line({ timestamp: at(), ordinal: ordinal++, type, payload });
  const prompt = sentence(next, 8);
  line('session_meta', {
    session_id: id,
    id,
    timestamp: at(),
    cwd,
    originator: 'codex-tui',
    cli_version: '0.171.0',
    source: 'cli',
    base_instructions: { text: sentence(next, 2000) },
  });
  line('event_msg', { type: 'task_started', turn_id: '1', started_at: 1 });
  line('turn_context', { turn_id: '1', cwd, approval_policy: 'on-request', model: 'gpt-5.5' });
  line('event_msg', {
    type: 'item_completed',
    thread_id: id,
    item: { type: 'UserMessage', id: uuid(next), content: [{ type: 'text', text: prompt }] },
  });
  for (let n = 0; out.bytes() < bytes; n++) {
    line('response_item', {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: `cat ${sentence(next, 2)}` }),
      call_id: `call_${n}`,
    });
    line('response_item', {
      type: 'function_call_output',
      call_id: `call_${n}`,
      output: sentence(next, 100 + next() * 400),
    });
    if (n % 6 === 5)
      line('response_item', {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: sentence(next, 40) }],
      });
  }
  line('event_msg', { type: 'task_complete', turn_id: '1', last_agent_message: sentence(next, 8) });
  out.close();
  return path;
}

function sentence(next: () => number, count: number): string {
  const out: string[] = [];
  for (let i = 0; i < count; i++) out.push(words[Math.floor(next() * words.length)]!);
  return out.join(' ');
}

function uuid(next: () => number): string {
  const hex = () =>
    Math.floor(next() * 0x10000)
      .toString(16)
      .padStart(4, '0');
  return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`;
}
