import type { TaskSummary } from '@bureau/contracts';
import { openBureau } from '../asking/bureau.ts';
import { parseAsking } from '../asking/options.ts';
import { failed, plain, printJson, printTable, wrongUse } from '../asking/print.ts';
import type { Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';

export const run: Run = async (args, common) => {
  const asked = parseAsking(args, 0, ['archived']);
  if (asked === 'help') {
    process.stdout.write(helpOf('tasks'));
    return 0;
  }
  if (!asked.ok) return wrongUse('tasks', asked.message);
  const bureau = await openBureau(common);
  if (bureau && 'message' in bureau) return failed('tasks', bureau.message);
  const answer = bureau ? await bureau.tasks() : { ok: true as const, tasks: [] };
  await bureau?.close();
  if (!answer.ok) return failed('tasks', answer.message);
  // Programs get everything; `archived` is a field of each.
  if (asked.json) printJson(answer.tasks);
  else show(answer.tasks.filter(({ archived }) => asked.archived || !archived));
  return 0;
};

const states: Readonly<Record<TaskSummary['state'], string>> = {
  starting: 'starting',
  working: 'working',
  waiting: 'WAITS FOR YOU',
  idle: 'idle',
  stopping: 'stopping',
  ended: 'ended',
};

function show(tasks: readonly TaskSummary[]): void {
  if (tasks.length === 0) {
    process.stderr.write('There are no tasks yet. `bureau open` or `bureau run «what is to be done»` begins one.\n');
    return;
  }
  const waitsFirst = [...tasks].sort((a, b) => Number(b.waiting > 0) - Number(a.waiting > 0));
  printTable(
    waitsFirst.map(({ task, state, how, agent, folder, title }) => [
      task,
      state === 'ended' ? (how ?? 'ended') : states[state],
      agent,
      plain(folder, 60),
      plain(title, 80),
    ]),
  );
}
