import type { Receipt } from '@bureau/contracts';
import { type Bureau, openBureau } from '../asking/bureau.ts';
import { parseAsking } from '../asking/options.ts';
import { failed, printJson, wrongUse } from '../asking/print.ts';
import type { Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';
import { receiptLine } from '../open/say-stopped.ts';

interface Stopped {
  readonly task: string;
  readonly receipt: Receipt | null;
  readonly message?: string;
}

export const run: Run = async (args, common) => {
  const asked = parseAsking(args, 1, ['all']);
  if (asked === 'help') {
    process.stdout.write(helpOf('stop'));
    return 0;
  }
  if (!asked.ok) return wrongUse('stop', asked.message);
  const [task] = asked.rest;
  if (asked.all === (task !== undefined))
    return wrongUse('stop', 'name one task, or say --all. `bureau tasks` lists them.');
  const bureau = await openBureau(common);
  if (bureau && 'message' in bureau) return failed('stop', bureau.message);
  if (!bureau) return task === undefined ? 0 : failed('stop', `there is no task «${task}».`);
  try {
    const tasks = task === undefined ? await running(bureau) : [task];
    const stopped = await Promise.all(tasks.map((one) => stop(bureau, one)));
    return say(stopped, asked.json);
  } finally {
    await bureau.close();
  }
};

async function running(bureau: Bureau): Promise<readonly string[]> {
  const answer = await bureau.tasks();
  return answer.ok ? answer.tasks.filter(({ state }) => state !== 'ended').map(({ task }) => task) : [];
}

async function stop(bureau: Bureau, task: string): Promise<Stopped> {
  const done = await bureau.command(task, { type: 'stop' });
  if (!done.ok) return { task, receipt: null, message: done.message };
  const { receipt = null } = (done.value ?? {}) as { receipt?: Receipt | null };
  return { task, receipt };
}

function say(stopped: readonly Stopped[], json: boolean): number {
  if (stopped.length === 0 && !json) process.stderr.write('Nothing runs, so nothing was stopped.\n');
  let code = 0;
  for (const { task, receipt, message } of stopped) {
    if (receipt === null) {
      code = Math.max(code, 1);
      process.stderr.write(`bureau stop: ${task}: ${message ?? 'it ended without a receipt.'}\n`);
      continue;
    }
    if (json) printJson([{ task, receipt }]);
    else process.stdout.write(`${receiptLine(task, receipt)}\n`);
    if (!receipt.gone) code = 3;
  }
  return code;
}
