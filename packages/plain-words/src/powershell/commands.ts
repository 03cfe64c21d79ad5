import type { Chip } from '@bureau/contracts';
import { callOutside } from '../cmd/read-cmd.ts';
import { shown } from '../messages/index.ts';
import { windowsProgram } from '../windows/programs.ts';
import {
  add,
  deepest,
  isKnown,
  literal,
  type Output,
  plainName,
  runsUnknown,
  target,
  type Value,
} from '../windows/run.ts';
import { bind } from './bind.ts';
import { aliases, cmdlets } from './cmdlets/index.ts';
import { type Flow, listed, type Session, unknownValue } from './session.ts';
import type { Command, Expression } from './tree.ts';
import { valuesOf } from './values.ts';

/** Calls a command of a pipeline by its name: own function, cmdlet, or a program outside. */
export function callCommand(command: Command, input: Flow, piped: boolean, session: Session): Flow {
  const { run } = session;
  if (command.name.kind === 'block') {
    const body = command.name.body;
    for (const arg of command.args) valuesOf(arg, session);
    return session.read(body);
  }
  const [name] = valuesOf(command.name, session);
  if (!name || !isKnown(name) || name.text === '') {
    add(run, 'run.program', { name: shown(name?.unknown.join(', ') || '?') }, ['runs-code'], {
      maybe: (name?.unknown ?? ['?']).map((one) => ({ id: 'maybe.variable', params: { name: shown(one) } })),
    });
    for (const arg of command.args) valuesOf(arg, session);
    return undefined;
  }
  const key = name.text.toLowerCase();
  const own = session.functions.get(key);
  if (own) {
    for (const arg of command.args) valuesOf(arg, session);
    if (run.depth >= deepest) {
      add(run, 'run.program', { name: shown(name.text) }, ['runs-code'], { maybe: [{ id: 'maybe.deep' }] });
      return undefined;
    }
    run.depth++;
    const flow = session.read(own);
    run.depth--;
    return flow;
  }
  const cmdletName = isProgram(key, command) ? key : (aliases[key] ?? key.replace(/^microsoft\.powershell\.\w+\\/, ''));
  const cmdlet = Object.hasOwn(cmdlets, cmdletName) ? cmdlets[cmdletName] : undefined;
  if (cmdlet) {
    const call = bind(cmdlet, cmdletName, command, piped ? input : [], piped, session);
    if (call.whatIf) {
      add(run, 'text.print', {}, ['reads']);
      return undefined;
    }
    if (call.strange.length > 0 && !cmdlet.harmless)
      add(run, 'run.program', { name: cmdlet.name }, [], {
        maybe: call.strange.map((one) => ({ id: 'maybe.option', params: { name: shown(one) } })),
      });
    const flow = cmdlet.read(call);
    // A block can stand for any value (`-Destination { … }`), and is run then.
    for (const block of call.blocks) if (!session.seen.has(block.body)) session.read(block.body);
    return flow;
  }
  const outside = /^[a-z]+-[a-z]\w*$/i.test(name.text) ? unknownCmdlet(name.text, command, session) : undefined;
  if (outside) return undefined;
  const args = command.args.flatMap((arg) => outsideArgument(arg, session));
  run.piped = piped;
  run.input = piped ? inputOf(input, session) : undefined;
  run.output = undefined;
  callOutside(name, args, run);
  const output = run.output as Output | undefined;
  run.piped = false;
  run.input = undefined;
  if (output?.value) return [output.value];
  return [output?.list ? listed(output.words) : unknownValue(name.text)];
}

/** What comes down the pipe, as a program outside gets it. */
function inputOf(input: Flow, { run }: Session): Output {
  const only = input?.length === 1 ? input[0] : undefined;
  const known = only && isKnown(only) && !only.listed;
  const downloaded = !known && run.findings.some((one) => one.chips.includes('downloads'));
  return {
    words: only ? plainName(only) : '…',
    ...(known ? { value: only } : { data: true }),
    ...(only?.listed && { list: true as const }),
    ...(downloaded && { downloaded: true as const }),
  };
}

/** Some aliases are programs of their own on newer systems: told apart by their options. */
function isProgram(key: string, command: Command): boolean {
  const words = command.args.map((arg) => (arg.kind === 'text' ? arg.written : ''));
  if (key === 'curl' || key === 'wget')
    return words.some((word) => /^-(?:[a-z]{1,4}|-.+)$/i.test(word) && !/^-uri?$/i.test(word));
  if (key === 'sc')
    return /^(?:query|queryex|qc|start|stop|create|delete|config|failure|description|\\\\.*)$/i.test(words[0] ?? '');
  if (key === 'where' || key === 'find')
    return windowsProgram(key) !== undefined && !/[{$-]/.test(words[0]?.[0] ?? '{') && command.args.length === 1;
  return false;
}

/** A program is handed the words as they are; a list goes as its parts. */
function outsideArgument(arg: Expression, session: Session): readonly Value[] {
  if (arg.kind === 'list' && arg.items.every((item) => item.kind === 'text' && item.bare)) {
    const values = arg.items.flatMap((item) => valuesOf(item, session));
    return [{ text: values.map((one) => one.text).join(','), unknown: values.flatMap((one) => one.unknown) }];
  }
  if (arg.kind === 'block') {
    session.read(arg.body);
    return [literal(arg.written)];
  }
  return valuesOf(arg, session);
}

const verbChips: Readonly<Record<string, readonly Chip[]>> = {
  remove: ['deletes'],
  clear: ['deletes'],
  uninstall: ['deletes'],
  unregister: ['deletes'],
  set: ['changes'],
  update: ['changes'],
  new: ['creates'],
  add: ['changes'],
  install: ['installs'],
  stop: ['stops-programs'],
  restart: ['stops-programs'],
  send: ['sends'],
  publish: ['publishes', 'sends'],
  move: ['moves'],
  rename: ['moves'],
  import: ['runs-code'],
  invoke: ['runs-code'],
  start: ['runs-code'],
};

/** A command named like PowerShell's own that Bureau does not know: its verb tells what it may do. */
function unknownCmdlet(written: string, command: Command, session: Session): true {
  const verb = written.split('-')[0]!.toLowerCase();
  const places = command.args.flatMap((arg) =>
    valuesOf(arg, session).flatMap((value) =>
      isKnown(value) && /^(?:[a-z]:[\\/]|\.{1,2}[\\/]|~)/i.test(value.text) ? target(session.run, value).places : [],
    ),
  );
  runsUnknown(session.run, 'run.program', written, places);
  const last = session.run.findings.at(-1)!;
  session.run.findings[session.run.findings.length - 1] = {
    ...last,
    chips: [...last.chips, ...(verbChips[verb] ?? [])],
  };
  return true;
}
