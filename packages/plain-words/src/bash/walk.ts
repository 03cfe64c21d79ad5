import { forEachChild, type SyntaxNode } from 'unbash';
import type { Finding } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { add, hole, isKnown, looks, type Output, type Value } from '../windows/run.ts';
import { assign } from './assign.ts';
import { afterBranches, branchOf } from './branches.ts';
import { callBuiltin } from './builtins.ts';
import { callOther, callUnknown } from './calls.ts';
import type {
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
  TestExpression,
  Word,
} from './parse.ts';
import { isBroken } from './parse.ts';
import { inputOf, readRedirections } from './redirections.ts';
import { type BashRun, deeper, subshell, unread, valueOfOutput } from './shell.ts';
import { expand, expandAll, expandOne, type Inner } from './words.ts';

/** What words need from the walker. */
export const inner: Inner = {
  substitute(script, text, run) {
    if (!script) return { text: hole, unknown: [shown(text, 60)] };
    const sub = subshell(run);
    sub.input = undefined;
    sub.shell.top = false;
    if (!deeper(run, text)) return { text: hole, unknown: [shown(text, 60)] };
    sub.depth++;
    if (isBroken(script)) unread(sub, text, 'maybe.broken');
    readScript(script, sub);
    const words = text.replace(/^\$\(\s*|^`|\)$|`$/g, '');
    return valueOfOutput(sub.output, words);
  },
  process(script, text, run) {
    const value = inner.substitute(script, text, run);
    return {
      text: hole,
      unknown: value.unknown.length > 0 ? value.unknown : [shown(text, 60)],
      listed: true,
      stream: true,
    };
  },
  hidden: (node, run) => readHidden(node, run),
  otherInZsh(word, run) {
    add(run, 'command.part', { text: shown(word) }, [], {
      maybe: [{ id: 'maybe.zsh', params: { text: shown(word) } }],
    });
  },
};

/** Reads all statements of a script, in order. */
export function readScript(script: ParsedScript, run: BashRun): undefined {
  const { source } = run.shell;
  if (script.source !== undefined) run.shell.source = script.source;
  readStatements(script.commands, run);
  run.shell.source = source;
}

function readStatements(statements: readonly Statement[], run: BashRun): undefined {
  for (const statement of statements) {
    if (run.shell.budget.left < 0) return;
    readStatement(statement, run);
  }
}

function readStatement(statement: Statement, run: BashRun): undefined {
  const from = run.findings.length;
  const before = run.where.cwd;
  if (statement.background) {
    const sub = subshell(run);
    readJoined(statement.command, sub);
    if (run.findings.length === from) add(run, 'run.nothing', {}, []);
    for (let i = from; i < run.findings.length; i++)
      mark(run, i, (finding) => ({
        ...finding,
        chips: [...finding.chips, 'background'],
        notes: [...(finding.notes ?? []), { id: 'note.background' }],
      }));
    return;
  }
  const wasUnsure = run.shell.unsure;
  readJoined(statement.command, run);
  if (wasUnsure && !run.shell.strict) doubtRelative(from, run);
  if (run.where.cwd !== before && !isGuarded(statement)) run.shell.unsure = true;
}

const mark = (run: BashRun, i: number, change: (finding: Finding) => Finding): void => {
  run.findings[i] = change(run.findings[i]!);
};

/** Whether a failing `cd` in it would end the whole: `cd x || exit 1`. */
function isGuarded({ command }: Statement): boolean {
  if (command.type !== 'AndOr') return false;
  const last = command.commands.at(-1)!;
  const names: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') names.push(node.name?.value ?? '');
    else if (node.type === 'BraceGroup' || node.type === 'CompoundList' || node.type === 'Statement')
      forEachChild(node, visit);
  };
  visit(last);
  return command.operators.at(-1) === '||' && names.some((name) => name === 'exit' || name === 'return');
}

/** What is lost in a folder that is only reached where a `cd` before went well. */
function doubtRelative(from: number, run: BashRun): undefined {
  const below = `${run.where.cwd}/`;
  for (let i = from; i < run.findings.length; i++) {
    const finding = run.findings[i]!;
    if (!finding.chips.some((chip) => chip === 'deletes' || chip === 'moves')) continue;
    if (!finding.places.some((place) => place.path !== undefined && `${place.path}/`.startsWith(below))) continue;
    mark(run, i, (one) => ({
      ...one,
      maybe: [...(one.maybe ?? []), { id: 'maybe.cd', params: { path: shown(run.where.cwd) } }],
    }));
  }
}

function readJoined(node: Statement['command'], run: BashRun): undefined {
  if (node.type !== 'AndOr') return readPipeline(node, run);
  for (const one of node.commands) readPipeline(one, run);
}

function readPipeline(node: PipelineNode, run: BashRun): undefined {
  if (node.type !== 'Pipeline') return readCommand(node, run);
  if (node.commands.length === 1) return readCommand(node.commands[0]!, run);
  readStages(node, run);
}

function readStages(node: Pipeline, run: BashRun): undefined {
  let input: Output | undefined = run.input;
  let last: BashRun | undefined;
  node.commands.forEach((command, i) => {
    const sub = subshell(run);
    sub.input = input;
    sub.piped = i > 0 || run.piped === true;
    sub.output = undefined;
    readCommand(command, sub);
    const words = sub.shell.source.slice(command.pos, command.end);
    const given = sub.output as Output | undefined;
    input = given ?? { words: shown(words, 60) };
    if (node.commands[0]!.pos !== command.pos && input.list) input = { ...input, words: shown(words, 60) };
    last = sub;
  });
  run.output = last?.output;
}

function readCommand(node: CommandNode, run: BashRun): undefined {
  if (node.type === 'Command') {
    if (run.shell.budget.left-- === 0) return unread(run, run.shell.source, 'maybe.long');
    if (run.shell.budget.left < 0) return;
    return readSimple(node, run);
  }
  if (!deeper(run, run.shell.source.slice(node.pos, node.pos + 200))) return;
  run.depth++;
  const { top } = run.shell;
  run.shell.top = false;
  readCompound(node, run);
  run.shell.top = top;
  run.depth--;
}

function readCompound(node: Exclude<CommandNode, Command>, run: BashRun): undefined {
  switch (node.type) {
    case 'Redirected': {
      const before = run.input;
      run.input = inputOf(node.redirects, run) ?? before;
      readCommand(node.command, run);
      readRedirections(node.redirects, run, run.output?.value?.text);
      run.input = before;
      return;
    }
    case 'Subshell': {
      const sub = subshell(run);
      readList(node.body, sub);
      run.output = sub.output;
      return;
    }
    case 'BraceGroup':
      return readList(node.body, run);
    case 'If': {
      readList(node.clause, run);
      const ways = [
        node.then,
        ...node.elif.flatMap((one) => [one.clause, one.then]),
        ...(node.else ? [node.else] : []),
      ];
      return readWays(ways, node.else !== undefined, run);
    }
    case 'Case':
      expandOne(node.word, run, inner);
      for (const item of node.items) for (const pattern of item.pattern) expand(pattern, run, inner);
      return readWays(
        node.items.map((one) => one.body),
        false,
        run,
      );
    case 'For':
    case 'Select':
      return readLoop(node.name.value, node.wordlist, node.body, run);
    case 'While':
      return readRepeated([node.clause, node.body], run);
    case 'ArithmeticFor':
    case 'ArithmeticCommand':
      readHidden(node, run);
      if (node.type === 'ArithmeticFor') readRepeated([node.body], run);
      return;
    case 'Function':
      run.shell.functions.set(node.name.value, node.body);
      return;
    case 'Coproc': {
      const from = run.findings.length;
      if (node.body.type === 'CompoundList') readList(node.body, run);
      else readCommand(node.body, run);
      for (let i = from; i < run.findings.length; i++)
        mark(run, i, (one) => ({ ...one, chips: [...one.chips, 'background'] }));
      return;
    }
    case 'TestCommand':
      return readTest(node.expression, run);
  }
}

export function readList(list: CompoundList, run: BashRun): undefined {
  readStatements(list.commands, run);
}

/** Ways of which one is taken, or none: what they change is known afterwards only where all agree. */
function readWays(ways: readonly CompoundList[], oneIsTaken: boolean, run: BashRun): undefined {
  const branches = ways.map((way) => {
    const branch = branchOf(run);
    readList(way, branch);
    return branch;
  });
  afterBranches(run, oneIsTaken ? branches : [branchOf(run), ...branches]);
}

function readLoop(name: string, list: readonly Word[] | undefined, body: CompoundList, run: BashRun): undefined {
  const words = list ? expandAll(list, run, inner).slice(0, 64) : undefined;
  run.variables.set(name, loopValue(name, words));
  readRepeated([body], run);
}

function loopValue(name: string, words: readonly Value[] | undefined): Value {
  if (!words) return { text: hole, unknown: [name] };
  if (words.length === 1) return words[0]!;
  return {
    text: words.map((one) => one.text).join(' '),
    unknown: words.flatMap((one) => one.unknown),
    several: words,
    ...(words.every((one) => one.listed) && { listed: true }),
  };
}

/** A body that may run again with what its first run changed. */
function readRepeated(bodies: readonly CompoundList[], run: BashRun): undefined {
  const before = new Map(run.variables);
  const from = run.findings.length;
  for (const body of bodies) readList(body, run);
  let changed = false;
  for (const [name, value] of run.variables) {
    const old = before.get(name);
    if (old !== value && JSON.stringify(old) !== JSON.stringify(value)) changed = true;
  }
  if (!changed || run.shell.budget.left < 100 || run.shell.budget.again-- < 0) return;
  const seen = new Set(run.findings.slice(from).map((one) => JSON.stringify(one)));
  const again = run.findings.length;
  for (const body of bodies) readList(body, run);
  const more = run.findings.splice(again).filter((one) => !seen.has(JSON.stringify(one)));
  run.findings.push(...more);
}

/** Substitutions in places that are only looked through: arithmetic, indexes. */
function readHidden(node: SyntaxNode, run: BashRun): undefined {
  const text = run.shell.source.slice(node.pos, node.end);
  if (!/\$\((?!\()|`|\$\(\(.*\$\(/s.test(text.slice(0, 20_000)) && text.length < 20_000) return;
  // Arithmetic in arithmetic takes the parser ever longer.
  if (text.length > 5000 || text.split('$((').length > 12) return unread(run, text, 'maybe.deep');
  let left = 2000;
  const visit = (child: SyntaxNode): void => {
    if (left-- < 0) return;
    if (child.type === 'CommandExpansion' || child.type === 'ArithmeticCommandExpansion') {
      inner.substitute(child.script, child.text, run);
      return;
    }
    if (child.type === 'CompoundList') return;
    forEachChild(child, visit);
  };
  forEachChild(node, visit);
}

function readTest(test: TestExpression, run: BashRun): undefined {
  switch (test.type) {
    case 'TestUnary': {
      const operand = expandOne(test.operand, run, inner);
      if (/^-[abcdefghkprsuwxLOGSN]$/.test(test.operator)) looks(run, 'files.find-one', [operand]);
      return;
    }
    case 'TestBinary':
      expandOne(test.left, run, inner);
      expandOne(test.right, run, inner);
      return;
    case 'TestLogical':
      for (const one of test.operands) readTest(one, run);
      return;
    case 'TestNot':
      return readTest(test.operand, run);
    case 'TestGroup':
      return readTest(test.expression, run);
  }
}

function readSimple(node: Command, run: BashRun): undefined {
  const outer = run.part;
  const input = run.input;
  if (!run.shell.top && run.part === undefined)
    run.part = run.shell.source.slice(node.pos, Math.min(node.end, node.pos + 300));
  const redirects = node.redirects;
  if (redirects.length > 0) run.input = inputOf(redirects, run) ?? input;
  run.output = undefined;
  if (!node.name) {
    for (const one of node.prefix) if (one.type === 'Assignment') assign(one, run, inner, false);
  } else readNamed(node, run);
  if (redirects.length > 0) readRedirections(redirects, run, writtenText(run.output));
  run.input = input;
  run.part = outer;
}

const writtenText = (output: Output | undefined): string | undefined =>
  output?.value && isKnown(output.value) ? output.value.text : undefined;

/** More words than this in one command are not read. */
const mostWords = 3000;

function readNamed(node: Command, run: BashRun): undefined {
  const words: Value[] = [...expand(node.name!, run, inner)];
  for (const arg of node.args) {
    if (words.length > mostWords) {
      unread(run, node.name!.text, 'maybe.long');
      break;
    }
    if (arg.type === 'Word') words.push(...expand(arg, run, inner));
    else words.push(assignmentWord(arg, run));
  }
  const own = node.prefix.filter((one) => one.type === 'Assignment');
  if (own.length === 0) return callWords(words, run);
  const kept = new Map(own.map((one) => [one.name, run.variables.get(one.name)]));
  for (const one of own) assign(one, run, inner, true);
  callWords(words, run);
  for (const [name, value] of kept) {
    if (value) run.variables.set(name, value);
    else run.variables.delete(name);
  }
}

/** `NAME=value` as a word of `export`, or of any other program. */
function assignmentWord(arg: Exclude<Command['args'][number], Word>, run: BashRun): Value {
  if (arg.value.type === 'ArrayValue') {
    const all = expandAll(arg.value.elements, run, inner);
    return { text: `${arg.name}=${all.map((one) => one.text).join(' ')}`, unknown: all.flatMap((one) => one.unknown) };
  }
  const value = expandOne(arg.value, run, inner);
  return { ...value, text: `${arg.name}=${value.text}` };
}

/** Calls a command by its words: functions and built-in commands first, then programs. */
export function callWords(words: readonly Value[], run: BashRun): undefined {
  const [first, ...args] = words;
  if (!first) return;
  if (!isKnown(first) || (first.listed && !first.text.startsWith('/'))) return callUnknown(first, args, run);
  if (first.text === '') return;
  const body = run.shell.functions.get(first.text);
  if (body) return callFunction(first.text, body, args, run);
  if (callBuiltin(first.text, args, run)) return;
  // `sudo env nice …`: each of them calls the next.
  if (!deeper(run, first.text)) return;
  run.depth++;
  callOther(first, args, run);
  run.depth--;
}

function callFunction(name: string, body: CommandNode | CompoundList, args: readonly Value[], run: BashRun): undefined {
  if (!deeper(run, name)) return;
  const before = run.shell.args;
  run.shell.args = args;
  run.depth++;
  if (body.type === 'CompoundList') readList(body, run);
  else readCommand(body, run);
  run.depth--;
  run.shell.args = before;
}
