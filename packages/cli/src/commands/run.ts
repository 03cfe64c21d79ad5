import type { TaskEvent } from '@bureau/contracts';
import { type Engine, findAgent } from '@bureau/host/local';
import type { Common, Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';
import { exitCodeOf, gatherOutcome, noOutcome } from '../run/exit-code.ts';
import type { Front } from '../run/front.ts';
import { parseRun, type RunOptions } from '../run/options.ts';
import { onEnd } from '../run/surroundings.ts';

/** Hands a piece of work to an agent, in this process: when it goes, the task stops (CONTRACTS.md). */
export const run: Run = async (args, common) => {
  const parsed = parseRun(args);
  if (parsed === 'help') {
    process.stdout.write(helpOf('run'));
    return 0;
  }
  if (!parsed.ok) {
    process.stderr.write(`bureau run: ${parsed.message}\n`);
    return 2;
  }
  return work(parsed.options, common);
};

async function work(options: RunOptions, common: Common): Promise<number> {
  const { dataDirOf, openLocal } = await import('@bureau/host/local');
  const opened = await openLocal({
    dataDir: dataDirOf(common.dataDir, process.env),
    env: process.env,
    idleReleaseMs: null,
  });
  if (!opened.ok) {
    process.stderr.write(`bureau run: ${opened.error.message}\n`);
    return 1;
  }
  const { engine } = opened;
  try {
    return await converse(engine, options);
  } finally {
    await engine.close();
  }
}

async function converse(engine: Engine, options: RunOptions): Promise<number> {
  const ended = Promise.withResolvers<void>();
  let task: string | null = null;
  let stopAsked = false;
  let outcome = noOutcome;
  const stop = (): void => {
    stopAsked = true;
    if (task !== null) void engine.command(task, { type: 'stop' }, 'terminal');
  };
  const front: Front = options.json
    ? (await import('../run/json.ts')).jsonFront()
    : (await import('../run/terminal.ts')).terminalFront(process.env);
  const forget = onEnd(stop);
  const take = (event: TaskEvent): void => {
    outcome = gatherOutcome(outcome, event);
    front.show(event);
    if (event.type === 'ended') ended.resolve();
    if (options.noInput && event.type === 'turn' && event.state !== 'started' && event.origin === 'user')
      void engine.command(event.task, { type: 'finish' }, 'no-input');
  };
  engine.onEvents((of, events) => {
    // The first events may come before `start` has told its task; this engine has only one.
    if (task === null || of === task) events.forEach(take);
  });
  try {
    const agent = options.agent ?? (await usualAgent(engine));
    const started = await engine.start({
      agent,
      folder: options.folder,
      prompt: options.prompt,
      by: 'terminal',
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.resume === undefined ? {} : { resume: options.resume }),
      ...(options.plan ? { plan: true } : {}),
      ...(options.noInput ? { noInput: true } : {}),
    });
    if (!started.ok) {
      process.stderr.write(`bureau run: ${started.error.message}\n`);
      return 2;
    }
    task = started.task;
    const own = task;
    if (!options.noInput)
      front.listen({
        command: (command) => void engine.command(own, command, 'terminal'),
        wrong: (message, detail) => engine.note(own, { level: 'error', code: 'bad-command', message, detail }),
        gone: stop,
      });
    if (stopAsked) stop();
    void engine.recover().catch(() => undefined);
    await ended.promise;
    return exitCodeOf(outcome);
  } finally {
    front.close();
    forget();
  }
}

/** The agent used last, else the first that is installed; Claude Code's message where none is. */
async function usualAgent(engine: Engine): Promise<'claude' | 'codex' | 'practice'> {
  const { lastAgent } = engine.settings();
  if (lastAgent) return lastAgent;
  for (const agent of ['claude', 'codex'] as const) {
    if ((await findAgent(agent, { env: process.env })).path !== null) return agent;
  }
  return 'claude';
}
