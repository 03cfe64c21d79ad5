import { shown } from '../messages/index.ts';
import { hole, literal, type Run, type Value } from '../windows/run.ts';
import type { Statement } from './tree.ts';

/** What goes down a pipe: values known or put in words; undefined where a command prints what nobody knows. */
export type Flow = readonly Value[] | undefined;

/** What reading one PowerShell command keeps beside the run. */
export interface Session {
  readonly run: Run;
  /** The person's own functions, by small letters. */
  readonly functions: Map<string, readonly Statement[]>;
  /** Reads statements; gives what the last one prints. */
  readonly read: (body: readonly Statement[]) => Flow;
  /** What was read: a block that its command does not speak of is read behind it. */
  readonly seen: WeakSet<readonly Statement[]>;
  /** Steps left; each command takes one, so that no loop of functions goes on for ever. */
  steps: number;
}

/** A value that is not known, by the name of what it comes from. */
export const unknownValue = (name: string): Value => ({ text: hole, unknown: [name] });

/** What a well-known command lists: it can be put in words. */
export const listed = (written: string): Value => ({ text: hole, unknown: [shown(written, 60)], listed: true });

/** Variables that PowerShell itself sets. */
export function builtIn(name: string, run: Run): Value | undefined {
  switch (name) {
    case 'home':
    case 'env:home':
      return literal(run.where.home);
    case 'pwd':
      return run.lost ? unknownValue('PWD') : literal(run.where.cwd);
    case 'profile':
      return {
        ...literal(`${run.where.home}\\Documents\\PowerShell\\Microsoft.PowerShell_profile.ps1`),
        written: '$PROFILE',
      };
    case 'null':
    case 'true':
    case 'false':
      return { ...literal(''), written: `$${name}` };
    case 'lastexitcode':
    case '?':
    case '$':
    case '^':
    case 'pid':
    case 'psversiontable':
    case 'host':
    case 'error':
    case 'iswindows':
    case 'islinux':
    case 'ismacos':
      return listed(`$${name}`);
    default:
      return undefined;
  }
}

/** Inside a block `$_` stands for what comes down the pipe; gives back what takes that away again. */
export function setBlockInput(session: Session, input: Flow): () => void {
  const { variables } = session.run;
  const before = [variables.get('$_'), variables.get('$psitem')] as const;
  const value: Value =
    input === undefined || input.length === 0
      ? { text: hole, unknown: ['$_'] }
      : input.length === 1
        ? input[0]!
        : { text: input.map((one) => one.text).join(', '), unknown: input.flatMap((one) => one.unknown), listed: true };
  variables.set('$_', value);
  variables.set('$psitem', value);
  return () => {
    for (const [i, name] of (['$_', '$psitem'] as const).entries()) {
      const old = before[i];
      if (old) variables.set(name, old);
      else variables.delete(name);
    }
  };
}
