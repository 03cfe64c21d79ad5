import type { RunningProcess } from '@bureau/contracts';
import { openBureau } from '../asking/bureau.ts';
import { parseAsking } from '../asking/options.ts';
import { failed, plain, printJson, printTable, wrongUse } from '../asking/print.ts';
import type { Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';

export const run: Run = async (args, common) => {
  const asked = parseAsking(args, 1);
  if (asked === 'help') {
    process.stdout.write(helpOf('ps'));
    return 0;
  }
  if (!asked.ok) return wrongUse('ps', asked.message);
  const [task] = asked.rest;
  const bureau = await openBureau(common);
  if (bureau && 'message' in bureau) return failed('ps', bureau.message);
  if (!bureau) return task === undefined ? done([], asked.json) : failed('ps', `there is no task «${task}».`);
  const answer = await bureau.call('task.processes', task === undefined ? {} : { task });
  await bureau.close();
  // A task that has ended runs nothing; that is an answer, no fault.
  if (!answer.ok) return answer.code === 'not-here' ? done([], asked.json) : failed('ps', answer.message);
  return done(answer.value.processes, asked.json);
};

function done(processes: readonly (RunningProcess & { readonly task: string })[], json: boolean): number {
  if (json) printJson(processes);
  else if (processes.length === 0) process.stderr.write('Nothing runs.\n');
  else
    printTable(
      processes.map(({ pid, task, ports, cwd, command, isAgent, kept }) => [
        String(pid),
        task,
        ports.length > 0 ? `port ${ports.join(', ')}` : '',
        `${isAgent ? 'agent' : ''}${kept ? 'kept' : ''}`,
        plain(cwd ?? '', 50),
        plain(command, 100),
      ]),
    );
  return 0;
}
