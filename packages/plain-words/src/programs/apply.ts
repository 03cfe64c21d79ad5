import type { Finding, Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namedPath } from '../tools/named-path.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { optionsOf, takeApart } from './options.ts';
import { readScriptFile } from './scripts.ts';
import type { Call, Role, Spec } from './spec.ts';
import { specOf } from './table.ts';

/** Reads a call of a program by its spec. */
export function applySpec(spec: Spec, name: string, args: readonly Value[], run: Run): undefined {
  const call = takeApart(spec, name, args);
  const { where, lost } = run;
  const from = run.findings.length;
  const names: Value[] = [];
  if (call.options.size > 0) applyOptions(spec, call, run, names);
  run.output = spec.lists ? { list: true, words: name } : spec.filters && run.input ? run.input : undefined;
  if (spec.read) spec.read(call, run);
  else plain(spec, call, run);
  if (call.unknown.length > 0 && !spec.harmless) doubt(call, from, run);
  nameTheRest(spec, call, names, from, run);
  run.where = where;
  run.lost = lost;
}

/** Does what the roles of the options' values say. */
function applyOptions(spec: Spec, call: Call, run: Run, names: Value[]): undefined {
  const table = optionsOf(spec);
  for (const [key, given] of call.options) {
    const role: Role | undefined = table.get(key)?.role;
    for (const value of given) {
      switch (role) {
        case 'cwd': {
          const at = target(run, value);
          if (at.path) run.where = { ...run.where, cwd: at.path.path };
          else run.lost = true;
          add(run, 'folder.go', { paths: at.name }, [], { places: at.places, maybe: at.maybe });
          break;
        }
        case 'read':
          if (value.text !== '-' && !value.stream) looks(run, 'files.read', [value]);
          break;
        case 'write':
          writes(value, run, 'files.overwrite');
          break;
        case 'append':
          writes(value, run, 'files.append');
          break;
        case 'make':
          touches(run, 'files.create', ['creates'], [value]);
          break;
        case 'shell':
          runsHelper(value, run);
          break;
        case 'script':
          readScriptFile(value, run);
          break;
        case 'name':
          names.push(value);
          break;
      }
    }
  }
}

export const noFile = /^(?:-|\/dev\/(?:null|stdout|stderr|tty))$/;

export function writes(value: Value, run: Run, id: 'files.overwrite' | 'files.append' | 'files.write'): undefined {
  if (!noFile.test(value.text)) touches(run, id, ['changes'], [value]);
}

/** A program that another one starts: read like a command of its own. */
export function runsHelper(command: Value, run: Run): undefined {
  add(run, 'run.helper', { name: 'sh', command: plainName(command) }, ['runs-code'], {
    maybe: isKnown(command)
      ? []
      : command.unknown.map((one): Said => ({ id: 'maybe.variable', params: { name: shown(one) } })),
  });
  if (isKnown(command)) run.inner('bash', command.text, run);
}

/** Operands by their roles, for programs without a reader of their own. */
function plain(spec: Spec, call: Call, run: Run): undefined {
  const roles = (spec.operands ?? 'read*').split(' ');
  const groups = new Map<string, Value[]>();
  call.operands.forEach((operand, i) => {
    const role = (roles[i] ?? (roles.at(-1)?.endsWith('*') ? roles.at(-1)! : 'text')).replace(/[*.]+$/, '');
    if (operand.text === '-') return;
    const list = groups.get(role);
    if (list) list.push(operand);
    else groups.set(role, [operand]);
  });
  if (groups.size === 0 && spec.operands?.endsWith('.')) groups.set('read', [literal('.')]);
  const reads = groups.get('read');
  if (reads) looks(run, spec.says ?? 'files.read', reads);
  const written = groups.get('write');
  if (written) touches(run, spec.says ?? 'files.overwrite', spec.chips ?? ['changes'], written);
  const made = groups.get('make');
  if (made) touches(run, spec.says ?? 'files.create', spec.chips ?? ['creates'], made);
  const named = groups.get('name');
  if (spec.says && !reads && !written && !made)
    add(
      run,
      spec.says,
      { name: shown(named ? named.map((one) => plainName(one)).join(' ') : call.name) },
      spec.chips ?? ['reads'],
    );
}

/** An option that nobody knows may do anything. */
function doubt(call: Call, from: number, run: Run): undefined {
  const maybe: Said[] = call.unknown.map((one) => ({ id: 'maybe.option', params: { name: shown(one) } }));
  if (run.findings.length === from) {
    add(run, 'run.program', { name: shown(call.name) }, ['runs-code'], { maybe });
    return;
  }
  const last = run.findings[from]!;
  run.findings[from] = { ...last, maybe: [...(last.maybe ?? []), ...maybe] };
}

/** Operands that no sentence names yet are named in a note. */
function nameTheRest(spec: Spec, call: Call, names: readonly Value[], from: number, run: Run): undefined {
  const first = run.findings[from];
  if (!first || (names.length === 0 && call.operands.length === 0)) return;
  const said = sayings(run.findings, from);
  const missing: string[] = [];
  const operands = spec.operands?.startsWith('text') ? [] : call.operands.slice(call.verbWords ?? 0);
  for (const value of [...names, ...operands]) {
    const text = value.text.replace(/^(?:\.{1,2}\/)+|\/$/g, '');
    if (text === '' || /^[.+]*$|^-/.test(text) || said.includes(text)) continue;
    // The command that a wrapper starts is read by itself.
    if (spec.stops && specOf(text)) continue;
    const name = plainName(value);
    if (said.includes(name) || (/[/\\]/.test(text) && isKnown(value) && said.includes(namedPath(text, run.where).name)))
      continue;
    missing.push(name);
  }
  if (missing.length === 0) return;
  const note: Said = { id: 'note.with', params: { names: [...new Set(missing)] } };
  run.findings[from] = { ...first, notes: [...(first.notes ?? []), note] };
}

function sayings(findings: readonly Finding[], from: number): string {
  let text = '';
  for (let i = from; i < findings.length; i++) {
    for (const said of [findings[i]!.does, ...(findings[i]!.notes ?? [])])
      for (const name in said.params) {
        const value = said.params[name]!;
        text += `\n${typeof value === 'object' ? value.join('\n') : value}`;
      }
  }
  return text;
}
