import { hole, type Value } from '../windows/run.ts';
import { type BashRun, subshell } from './shell.ts';

/** A copy to read one way in: the findings are shared, what it changes is not yet. */
export const branchOf = (run: BashRun): BashRun => subshell(run);

/** Takes over what the ways agree on; where they don't, a variable is not known any more. */
export function afterBranches(run: BashRun, branches: readonly BashRun[]): undefined {
  const names = new Set(branches.flatMap((one) => [...one.variables.keys()]));
  for (const name of names) {
    const found = branches.map((one) => one.variables.get(name));
    const first = found[0];
    if (found.every((one) => same(one, first))) {
      if (first) run.variables.set(name, first);
    } else run.variables.set(name, { text: hole, unknown: [name] });
  }
  for (const branch of branches) for (const [name, body] of branch.shell.functions) run.shell.functions.set(name, body);
  const cwd = branches[0]?.where.cwd;
  if (branches.every((one) => one.where.cwd === cwd && !one.lost)) {
    if (cwd !== undefined) run.where = { ...run.where, cwd };
  } else {
    run.where = branches.find((one) => one.where.cwd !== run.where.cwd)?.where ?? run.where;
    run.lost = true;
  }
  if (branches.some((one) => one.shell.unsure)) run.shell.unsure = true;
  const outputs = branches.map((one) => one.output).filter((one) => one !== undefined);
  if (outputs.length > 0)
    run.output = { words: outputs[0]!.words, ...(outputs.every((one) => one.list) && { list: true }) };
}

const same = (a: Value | undefined, b: Value | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.text === b.text && a.unknown.join() === b.unknown.join());
