import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '@bureau/engine';
import * as words from '@bureau/plain-words';
import { type FakeSession, fakeAgent } from '@bureau/testing';

export interface OnEngine {
  readonly engine: Engine;
  readonly task: string;
  readonly session: FakeSession;
  readonly folder: string;
  readonly dataDir: string;
}

/** Measures with an engine on a real journal and real words; only the agent is in memory. */
export async function onEngine<Value>(measure: (on: OnEngine) => Promise<Value>): Promise<Value> {
  const root = mkdtempSync(join(tmpdir(), 'bureau-bench-engine-'));
  const folder = mkdtempSync(join(root, 'work-'));
  const dataDir = join(root, 'data');
  const agent = fakeAgent();
  const opened = await openEngine({
    dataDir,
    env: {},
    home: '/home/ana',
    language: 'en',
    drivers: { claude: async () => agent.driver },
    findAgent: async (id) => ({ agent: id, path: '/x', version: '1', tested: 'tested', testedRange: '', login: 'yes' }),
    hold: agent.hold,
    recoverHold: async (record) => {
      throw new Error(record.task);
    },
    words: async () => words,
    isAlive: () => true,
    processStart: () => '1',
    idleReleaseMs: null,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  try {
    const next = agent.next();
    const started = await opened.engine.start({ agent: 'claude', folder, prompt: 'Tidy this folder up' });
    if (!started.ok) throw new Error(started.error.message);
    const session = await next;
    await session.heard;
    session.emit({ type: 'session', agentSessionId: 'bench' });
    return await measure({ engine: opened.engine, task: started.task, session, folder, dataDir });
  } finally {
    await opened.engine.close();
    rmSync(root, { recursive: true, force: true });
  }
}
