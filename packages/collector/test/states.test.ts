import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Desk } from '@bureau/contracts';
import { openCollector } from '../src/index.ts';
import { claude, claudeLog, codex, codexLog, homes, isDesk, jsonl, living, session, until } from './logs.ts';

let place: ReturnType<typeof homes>;
beforeEach(() => {
  place = homes();
});
afterEach(() => place.remove());

async function once(): Promise<Map<string, Desk>> {
  const collector = openCollector({ claudeDirs: [place.claude], codexDirs: [place.codex], watch: false });
  await collector.ready;
  const desks = new Map(collector.desks().map((desk) => [desk.desk, desk]));
  collector.close();
  return desks;
}

describe('what a Claude Code log tells', () => {
  const id = session(1);
  const desk = async () => (await once()).get(`claude:${id}`)!;

  it('is ended when no process lives, wherever the log stops', async () => {
    mkdirSync(join(place.claude, 'sessions'), { recursive: true });
    claudeLog(
      place.claude,
      id,
      jsonl(claude.user(id, 'Tidy the shop'), claude.tool(id, 't1', 'Bash', { command: 'ls' })),
    );
    const found = await desk();
    assert.equal(found.state, 'ended');
    assert.equal(found.folder, '/home/ana/my.shop_2', 'the folder of the records, not of the slug');
    assert.equal(found.title, 'Tidy the shop');
  });

  it('is ended when the pid was used again', async () => {
    mkdirSync(join(place.claude, 'sessions'), { recursive: true });
    writeFileSync(
      join(place.claude, 'sessions', `${process.pid}.json`),
      JSON.stringify({ pid: process.pid, sessionId: id, procStart: '1' }),
    );
    claudeLog(place.claude, id, jsonl(claude.user(id, 'Tidy')));
    assert.equal((await desk()).state, 'ended');
  });

  const cases: [string, string | undefined, readonly unknown[], Desk['state'], Desk['posture']][] = [
    ['after a message', undefined, [claude.user(id, 'Tidy')], 'working', 'thinking'],
    [
      'while it reads',
      undefined,
      [claude.user(id, 'Tidy'), claude.tool(id, 't', 'Read', { file_path: '/a' })],
      'working',
      'reading',
    ],
    [
      'while it writes',
      undefined,
      [claude.user(id, 'Tidy'), claude.tool(id, 't', 'Write', { file_path: '/a' })],
      'working',
      'writing',
    ],
    [
      'while it searches',
      undefined,
      [claude.user(id, 'Tidy'), claude.tool(id, 't', 'Grep', { pattern: 'a' })],
      'working',
      'searching',
    ],
    [
      'while a command runs',
      'busy',
      [claude.user(id, 'Tidy'), claude.tool(id, 't', 'Bash', { command: 'npm test' })],
      'working',
      'running',
    ],
    [
      'when its own word is that it waits',
      'waiting',
      [claude.user(id, 'Tidy'), claude.tool(id, 't', 'Bash', { command: 'npm test' })],
      'waiting',
      'waiting',
    ],
    [
      'with an open question',
      undefined,
      [claude.user(id, 'Tidy'), claude.tool(id, 't', 'AskUserQuestion', { questions: [] })],
      'waiting',
      'waiting',
    ],
    ['after its turn', undefined, [claude.user(id, 'Tidy'), claude.end(id)], 'idle', 'resting'],
    ['when its own word is idle', 'idle', [claude.user(id, 'Tidy'), claude.end(id)], 'idle', 'resting'],
    [
      'after an interruption',
      undefined,
      [
        claude.user(id, 'Tidy'),
        claude.tool(id, 't', 'Bash', { command: 'x' }),
        claude.user(id, '[Request interrupted by user for tool use]', 4),
      ],
      'idle',
      'resting',
    ],
    ['without a record that tells', undefined, [{ type: 'mode', mode: 'x' }], 'unsure', 'unsure'],
    [
      'with records of a later version',
      undefined,
      [claude.user(id, 'Tidy'), { type: 'hologram', sessionId: id, beam: [1] }, claude.end(id)],
      'idle',
      'resting',
    ],
  ];
  for (const [name, status, records, state, posture] of cases) {
    it(`${name}: ${state}`, async () => {
      living(place.claude, id, status);
      claudeLog(place.claude, id, jsonl(...records));
      const found = await desk();
      assert.equal(found.state, state);
      assert.equal(found.posture, posture);
    });
  }

  it('tells tokens once a message, not once a record', async () => {
    living(place.claude, id);
    const twice = claude.tool(id, 't', 'Bash', { command: 'ls' });
    claudeLog(place.claude, id, jsonl(claude.user(id, 'Tidy'), twice, twice));
    assert.deepEqual((await desk()).tokens, { input: 10, output: 5 });
  });

  it('finds the end of a turn behind a record longer than the first read', async () => {
    living(place.claude, id);
    claudeLog(
      place.claude,
      id,
      jsonl(claude.user(id, 'Tidy'), claude.end(id), {
        type: 'x',
        attachment: { type: 'big', text: 'y'.repeat(300_000) },
      }),
    );
    assert.equal((await desk()).state, 'idle');
  });

  it('seats sub-agents beside their parent', async () => {
    living(place.claude, id, 'busy');
    claudeLog(place.claude, id, jsonl(claude.user(id, 'Tidy'), claude.tool(id, 't', 'Agent', { description: 'Look' })));
    const sub = join(place.claude, 'projects', '-home-ana-my-shop-2', id, 'subagents');
    mkdirSync(sub, { recursive: true });
    const record = { ...claude.tool(id, 's', 'Read', { file_path: '/a' }), isSidechain: true, agentId: 'abc12345' };
    writeFileSync(
      join(sub, 'agent-abc12345.jsonl'),
      jsonl({ ...claude.user(id, 'Look for bugs'), isSidechain: true }, record),
    );
    const found = (await once()).get(`claude:${id}:abc12345`)!;
    assert.equal(found.parent, `claude:${id}`);
    assert.equal(found.state, 'working');
    writeFileSync(join(sub, 'agent-abc12345.meta.json'), JSON.stringify({ finished: true }));
    assert.equal((await once()).get(`claude:${id}:abc12345`)!.state, 'ended');
  });
});

describe('what a Codex log tells', () => {
  const id = session(2);
  it('is ended without a living writer, with its folder, title and parent', async () => {
    codexLog(
      place.codex,
      id,
      jsonl(
        codex.meta(id, 0, { source: { subagent: { thread_spawn: { parent_thread_id: session(3), depth: 1 } } } }),
        codex.event('task_started'),
        codex.prompt('Tidy the shop'),
        codex.call('c', 'exec_command', { cmd: 'ls' }),
      ),
    );
    const found = (await once()).get(`codex:${id}`)!;
    assert.deepEqual([found.state, found.folder, found.title], ['ended', '/home/ana/shop', 'Tidy the shop']);
  });
});

describe('bad input', () => {
  const id = session(4);
  const good = [claude.user(id, 'Tidy'), claude.end(id)];
  const cases: [string, Buffer][] = [
    ['NUL bytes', Buffer.concat([Buffer.from(jsonl(good[0])), Buffer.alloc(50), Buffer.from(`\n${jsonl(good[1])}`)])],
    ['glued records', Buffer.from(`${jsonl(good[0]).trim()}${jsonl(good[0])}${jsonl(...good)}`)],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from(jsonl(good[0])), Buffer.from([0xff, 0xfe, 0x80, 0x0a]), Buffer.from(jsonl(good[1]))]),
    ],
    ['a BOM', Buffer.from(`\ufeff${jsonl(...good)}`)],
    ['CRLF', Buffer.from(jsonl(...good).replaceAll('\n', '\r\n'))],
    ['a torn last line', Buffer.from(`${jsonl(...good)}{"type":"user","message":{"role":"us`)],
    ['arrays and numbers', Buffer.from(`[1]\n7\nnull\n""\n${jsonl(...good)}`)],
  ];
  for (const [name, bytes] of cases) {
    it(`${name}: the rest is told`, async () => {
      living(place.claude, id);
      claudeLog(place.claude, id, bytes);
      const desk = (await once()).get(`claude:${id}`)!;
      assert.equal(desk.state, 'idle');
      assert.equal(desk.title, 'Tidy');
    });
  }

  it('an empty file, a link loop, a twin in other letters, a folder named like a log: all else is told', async () => {
    mkdirSync(join(place.claude, 'sessions'), { recursive: true });
    claudeLog(place.claude, id, jsonl(...good));
    claudeLog(place.claude, session(5), '');
    const projects = join(place.claude, 'projects');
    symlinkSync(projects, join(projects, 'loop'));
    symlinkSync(join(projects, '-home-ana-my-shop-2'), join(projects, 'same-folder'));
    mkdirSync(join(projects, '-HOME-ANA-my-shop-2'));
    mkdirSync(join(projects, `${session(6)}.jsonl`));
    writeFileSync(
      join(projects, '-HOME-ANA-my-shop-2', `${session(7)}.jsonl`),
      jsonl(claude.user(session(7), 'Other')),
    );
    const desks = await once();
    assert.deepEqual(
      [...desks.keys()].sort(),
      [4, 5, 7].map((n) => `claude:${session(n)}`),
    );
  });

  it('homes that are missing, or files: nothing, and no error', async () => {
    writeFileSync(join(place.folder, 'file'), 'x');
    const collector = openCollector({
      claudeDirs: [join(place.folder, 'none'), join(place.folder, 'file')],
      codexDirs: [join(place.folder, 'file')],
      watch: false,
    });
    await collector.ready;
    assert.deepEqual(collector.desks(), []);
    collector.close();
  });

  it('writes nothing into the homes', async () => {
    claudeLog(place.claude, id, jsonl(...good));
    codexLog(place.codex, session(8), jsonl(codex.meta(session(8))));
    const state = () =>
      readdirSync(place.folder, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${name} ${statSync(join(place.folder, name)).mtimeMs}`,
      );
    const before = state();
    await once();
    assert.deepEqual(state(), before);
  });
});

describe('watching', () => {
  const id = session(9);
  it('follows growth, a new session, truncation, replacement and removal', async () => {
    living(place.claude, id);
    const path = claudeLog(place.claude, id, jsonl(claude.user(id, 'Tidy')));
    const collector = openCollector({ claudeDirs: [place.claude], codexDirs: [place.codex], watch: true });
    const of = (desk: string, state: Desk['state']) =>
      until(collector, (line) => isDesk(line) && line.desk === desk && line.state === state);
    try {
      await of(`claude:${id}`, 'working');
      const whole = jsonl(claude.end(id));
      appendFileSync(path, whole.slice(0, 40));
      const idle = of(`claude:${id}`, 'idle');
      appendFileSync(path, whole.slice(40));
      await idle;

      const other = session(10);
      const appeared = of(`codex:${other}`, 'ended');
      codexLog(place.codex, other, jsonl(codex.meta(other)));
      await appeared;

      const again = of(`claude:${id}`, 'working');
      truncateSync(path, 0);
      appendFileSync(path, jsonl(claude.user(id, 'More')));
      await again;

      const gone = until(collector, (line) => 'removed' in line && line.desk === `claude:${id}`);
      rmSync(path);
      await gone;
      assert.deepEqual(
        collector.desks().map((desk) => desk.desk),
        [`codex:${other}`],
      );
    } finally {
      collector.close();
    }
  });
});
