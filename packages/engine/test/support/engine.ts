import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskEvent, TaskEventType } from '@bureau/contracts';
import { fakeAgent } from '@bureau/testing';
import { type Engine, type EngineOptions, openEngine } from '../../src/index.ts';

/** A temporary folder that goes with its owner. */
export function tempFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'bureau-engine-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Words that say nothing: readings are plain-words' own tests. */
export const plainWords: Awaited<ReturnType<EngineOptions['words']>> = {
  readAction: (action) => ({
    title: `Allow ${action.kind}?`,
    sentence: 'It may do something.',
    chips: ['changes'],
    places: [{ id: 'inside' }],
    confident: true,
    grantable: true,
    details: [],
  }),
  stepNow: (action) => (action.kind === 'command' ? `Running ${action.command}` : `Using ${action.name}`),
  stepTitle: (action) => (action.kind === 'command' ? `Ran ${action.command}` : `Used ${action.name}`),
  turnSummary: (actions) => (actions.length ? `Did ${actions.length} things` : ''),
};

export interface Opened extends AsyncDisposable {
  readonly engine: Engine;
  readonly agent: ReturnType<typeof fakeAgent>;
  readonly folder: string;
  readonly dataDir: string;
  readonly events: TaskEvent[];
  /** The first event of a type that comes, or came, after the given number. */
  until<Type extends TaskEventType>(
    type: Type,
    also?: (event: Extract<TaskEvent, { type: Type }>) => boolean,
  ): Promise<Extract<TaskEvent, { type: Type }>>;
}

/** An engine on a fake agent and temporary folders. */
export async function opened(
  options: Partial<EngineOptions> & { readonly agent?: ReturnType<typeof fakeAgent> } = {},
): Promise<Opened> {
  const data = tempFolder();
  const work = tempFolder();
  const agent = options.agent ?? fakeAgent();
  const result = await openEngine({
    dataDir: data.path,
    env: {},
    home: '/home/ana',
    language: 'en',
    drivers: { practice: async () => agent.driver, claude: async () => agent.driver, codex: async () => agent.driver },
    findAgent: async (id) => ({
      agent: id,
      path: '/fake',
      version: '1.0.0',
      tested: 'tested',
      testedRange: '',
      login: 'yes',
    }),
    hold: agent.hold,
    recoverHold: async (record) => {
      throw new Error(`nothing to recover of ${record.task}`);
    },
    words: async () => plainWords,
    isAlive: () => true,
    processStart: () => '1',
    ...options,
  });
  if (!result.ok) throw new Error(result.error.message);
  const { engine } = result;
  const events: TaskEvent[] = [];
  const waiting = new Set<(event: TaskEvent) => void>();
  engine.onEvents((_, batch) => {
    for (const event of batch) {
      events.push(event);
      for (const check of waiting) check(event);
    }
  });
  return {
    engine,
    agent,
    folder: work.path,
    dataDir: data.path,
    events,
    until: ((type: TaskEventType, also: (event: TaskEvent) => boolean = () => true) => {
      const fits = (event: TaskEvent) => event.type === type && also(event);
      const known = events.find(fits);
      if (known) return Promise.resolve(known);
      return new Promise<TaskEvent>((resolve) => {
        const check = (event: TaskEvent) => {
          if (!fits(event)) return;
          waiting.delete(check);
          resolve(event);
        };
        waiting.add(check);
      });
    }) as Opened['until'],
    async [Symbol.asyncDispose]() {
      await engine.close();
      data[Symbol.dispose]();
      work[Symbol.dispose]();
    },
  };
}
