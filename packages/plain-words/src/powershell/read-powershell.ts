import { commandHasOddCharacters } from '../characters.ts';
import { shown } from '../messages/index.ts';
import { add, deepest, isKnown, looks, type Run, touches, type Value } from '../windows/run.ts';
import { callCommand } from './commands.ts';
import { parse } from './parse.ts';
import { type Flow, type Session, unknownValue } from './session.ts';
import type { Element, Redirection, Statement } from './tree.ts';
import { setVariable, valuesOf } from './values.ts';

/** Longer commands are not read to their end. */
const longest = 60_000;
/** So many commands are read in one text. */
const mostSteps = 500;

/** Reads a PowerShell command line into the run. */
export function readPowerShell(command: string, run: Run): undefined {
  const note = (id: 'maybe.long' | 'maybe.deep' | 'maybe.broken' | 'maybe.characters'): void =>
    void add(run, 'command.run', { command: shown(command, 80) }, ['runs-code'], { maybe: [{ id }] });
  if (run.depth >= deepest) {
    note('maybe.deep');
    return;
  }
  if (command.length > longest) note('maybe.long');
  if (commandHasOddCharacters(command)) note('maybe.characters');
  const parsed = parse(command.slice(0, longest));
  if (parsed.long) note('maybe.long');
  if (parsed.deep) note('maybe.deep');
  else if (parsed.broken) note('maybe.broken');
  const session: Session = {
    run,
    functions: new Map(),
    read: (body) => readBody(body, session),
    seen: new WeakSet(),
    steps: mostSteps,
  };
  const outer = run.part;
  run.depth++;
  readBody(parsed.statements, session, run.depth === 1 && parsed.statements.length > 1);
  run.depth--;
  run.part = outer;
  if (session.steps <= 0) note('maybe.long');
}

function readBody(body: readonly Statement[], session: Session, parts = false): Flow {
  session.seen.add(body);
  let last: Flow = [];
  for (const one of body) {
    if (session.steps <= 0) return undefined;
    if (parts) session.run.part = 'written' in one ? one.written : undefined;
    last = readStatement(one, session);
  }
  return last;
}

function readStatement(statement: Statement, session: Session): Flow {
  switch (statement.kind) {
    case 'pipeline':
      return readPipeline(statement, session);
    case 'assign':
      return assign(statement, session);
    case 'foreach': {
      const over = statement.over ? readStatement(statement.over, session) : undefined;
      setVariable(statement.variable, loopValue(over, statement.variable), session);
      readBody(statement.body, session);
      return undefined;
    }
    case 'function':
      session.functions.set(statement.name.toLowerCase(), statement.body);
      return [];
    case 'blocks': {
      // Which of several ways it goes is not known, so neither is what it gives.
      const flows = statement.bodies.map((body) => readBody(body, session));
      return flows.length === 1 ? flows[0] : undefined;
    }
  }
}

/** What a loop's variable stands for: all of a list that is known, or what was listed. */
function loopValue(over: Flow, name: string): Value {
  if (over === undefined || over.length === 0) return unknownValue(name);
  if (over.length === 1) return over[0]!;
  return {
    text: over.map((one) => one.text).join(', '),
    unknown: over.flatMap((one) => one.unknown),
    several: over,
    ...(over.every((one) => one.listed || isKnown(one)) && { listed: true as const }),
  };
}

function assign(statement: Statement & { kind: 'assign' }, session: Session): Flow {
  const values = statement.value ? readStatement(statement.value, session) : undefined;
  const { to } = statement;
  if (to.kind !== 'variable') {
    // `[Some.Type]::Member = …`, `$x.Member = …`: what that changes is not followed, but nothing is run.
    return [];
  }
  const value =
    values?.length === 1
      ? values[0]!
      : values && values.length > 1
        ? loopValue(values, to.name)
        : unknownValue(to.name);
  setVariable(to.name, statement.plain ? value : unknownValue(to.name), session);
  const name = /^env:(.+)$/i.exec(to.name)?.[1];
  if (name && decisive.test(name))
    add(session.run, 'settings.words', { name: shown(name) }, [], {
      notes: isKnown(value) ? [{ id: 'note.value', params: { text: shown(value.text) } }] : [],
      maybe: [{ id: 'maybe.words', params: { name: shown(name) } }],
    });
  return [];
}

/** Variables that decide which programs later words mean. */
const decisive =
  /^(?:path|pathext|comspec|psmodulepath|node_options|node_path|pythonpath|pythonstartup|git_\w+|java_tool_options|dotnet_startup_hooks|cor_profiler\w*|coreclr_\w+|ld_preload)$/i;

function readPipeline(statement: Statement & { kind: 'pipeline' }, session: Session): Flow {
  let flow: Flow = [];
  statement.elements.forEach((element, i) => {
    session.steps--;
    if (session.steps > 0) flow = readElement(element, i === 0 ? undefined : flow, i > 0, session);
  });
  if (statement.background) add(session.run, 'run.background', { name: shown(statement.written, 60) }, ['background']);
  return flow;
}

function readElement(element: Element, input: Flow, piped: boolean, session: Session): Flow {
  const flow =
    element.kind === 'command' ? callCommand(element, input, piped, session) : valuesOf(element.value, session);
  for (const one of element.redirections) redirect(one, session);
  return flow;
}

function redirect(one: Redirection, session: Session): void {
  for (const to of valuesOf(one.to, session)) {
    if (to.written === '$null' || /^nul$/i.test(to.text)) continue;
    if (one.read) looks(session.run, 'files.read', [to]);
    else touches(session.run, one.append ? 'files.append' : 'files.overwrite', ['changes'], [to]);
  }
}
