import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStart } from '@bureau/containment/alive';
import type { Desk, DeskLine } from '@bureau/contracts';
import type { Collector } from '../src/index.ts';

/** Two agents' homes in a temporary folder, and records as the real agents write them. */
export function homes() {
  const folder = mkdtempSync(join(tmpdir(), 'bureau-collector-'));
  const claude = join(folder, 'claude');
  const codex = join(folder, 'codex');
  return { folder, claude, codex, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const session = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 30, 8, 0, seconds)).toISOString();

export const claude = {
  user: (id: string, content: unknown, seconds = 0) => ({
    type: 'user',
    isSidechain: false,
    cwd: '/home/ana/my.shop_2',
    sessionId: id,
    timestamp: at(seconds),
    message: { role: 'user', content },
  }),
  tool: (id: string, tool: string, name: string, input: unknown, seconds = 1) => ({
    type: 'assistant',
    isSidechain: false,
    cwd: '/home/ana/my.shop_2',
    sessionId: id,
    timestamp: at(seconds),
    message: {
      id: `m${seconds}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: tool, name, input }],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  }),
  result: (id: string, tool: string, seconds = 2) =>
    claude.user(id, [{ type: 'tool_result', tool_use_id: tool, content: 'ok' }], seconds),
  end: (id: string, text = 'All done.', seconds = 3) => ({
    type: 'assistant',
    isSidechain: false,
    cwd: '/home/ana/my.shop_2',
    sessionId: id,
    timestamp: at(seconds),
    message: {
      id: `m${seconds}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  }),
};

export const codex = {
  meta: (id: string, seconds = 0, more: object = {}) => ({
    timestamp: at(seconds),
    type: 'session_meta',
    payload: {
      id,
      cwd: '/home/ana/shop',
      cli_version: '0.171.0',
      base_instructions: { text: 'x'.repeat(9000) },
      ...more,
    },
  }),
  event: (type: string, more: object = {}, seconds = 1) => ({
    timestamp: at(seconds),
    type: 'event_msg',
    payload: { type, ...more },
  }),
  prompt: (text: string, seconds = 1) =>
    codex.event('item_completed', { item: { type: 'UserMessage', content: [{ type: 'text', text }] } }, seconds),
  call: (call: string, name: string, args: object, seconds = 2) => ({
    timestamp: at(seconds),
    type: 'response_item',
    payload: { type: 'function_call', name, arguments: JSON.stringify(args), call_id: call },
  }),
  output: (call: string, seconds = 3) => ({
    timestamp: at(seconds),
    type: 'response_item',
    payload: { type: 'function_call_output', call_id: call, output: 'ok' },
  }),
};

export const jsonl = (...records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export function claudeLog(home: string, id: string, text: string | Buffer): string {
  const folder = join(home, 'projects', '-home-ana-my-shop-2');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  appendFileSync(path, text);
  return path;
}

export function codexLog(home: string, id: string, text: string): string {
  const folder = join(home, 'sessions', '2026', '11', '30');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(home, 'thread-writer-locks'), { recursive: true });
  const path = join(folder, `rollout-2026-11-30T08-00-00-${id}.jsonl`);
  appendFileSync(path, text);
  return path;
}

/** A session of Claude Code whose process is this test: it lives. */
export function living(home: string, id: string, status?: string): void {
  mkdirSync(join(home, 'sessions'), { recursive: true });
  const record = {
    pid: process.pid,
    sessionId: id,
    cwd: '/home/ana/my.shop_2',
    procStart: processStart(process.pid),
    ...(status ? { status, statusUpdatedAt: Date.UTC(2026, 10, 30, 9) } : {}),
  };
  writeFileSync(
    join(home, 'sessions', `${process.pid}-${id.slice(-2)}.json`.replace(/-\d+/, '')),
    JSON.stringify(record),
  );
}

/** Resolves with the desk once it is as wanted; fails with the test's own limit. */
export function until(collector: Collector, wanted: (line: DeskLine) => boolean): Promise<DeskLine> {
  return new Promise((resolve) => {
    const stop = collector.subscribe((lines) => {
      const line = lines.find(wanted);
      if (!line) return;
      queueMicrotask(() => stop());
      resolve(line);
    });
  });
}
export const isDesk = (line: DeskLine): line is Desk => !('removed' in line);
