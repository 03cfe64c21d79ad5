import { shown } from '../messages/index.ts';
import { argumentsOf, has, optionValue } from './arguments.ts';
import type { WindowsProgram } from './programs.ts';
import { add, carries, literal, looks, type Run, touches, type Value } from './run.ts';

/** Programs of Windows that work on files. */
export const filePrograms: Readonly<Record<string, WindowsProgram>> = {
  robocopy(args, run) {
    const found = argumentsOf(args);
    const [from, to, ...names] = found.operands;
    if (!from || !to) return looks(run, 'files.list', found.operands);
    if (has(found, 'l')) return looks(run, 'files.compare', [from, to]);
    const moves = has(found, 'mov', 'move');
    carries(
      run,
      moves ? 'files.move' : 'files.copy',
      moves ? ['moves', 'changes', 'creates', 'deletes'] : ['changes', 'creates'],
      [from],
      to,
    );
    if (names.length > 0) note(run, names);
    if (has(found, 'mir', 'purge')) touches(run, 'files.delete-others', ['deletes'], [to]);
  },
  xcopy(args, run) {
    const { operands } = argumentsOf(args);
    if (operands[0]) carries(run, 'files.copy', ['changes', 'creates'], [operands[0]], operands[1]);
  },
  attrib(args, run) {
    const changed = args.some(({ text }) => /^[+-][rashnoxpuv]$/i.test(text));
    const operands = args.filter(({ text }) => !/^[+-][rashnoxpuv]$|^\/[sdl]$/i.test(text));
    if (changed) touches(run, 'files.marks', ['changes'], operands.length > 0 ? operands : [literal('*')]);
    else looks(run, 'files.list', operands.length > 0 ? operands : [literal('.')]);
  },
  icacls(args, run) {
    const [path, ...rest] = args;
    const changes = rest.some(({ text }) =>
      /^\/(?:grant|deny|remove|reset|setowner|inheritance|setintegritylevel|restore|substitute|setintegritylevel)/i.test(
        text,
      ),
    );
    if (!path) return;
    if (!changes) return looks(run, 'files.rights', [path]);
    touches(run, 'files.permissions', ['permissions'], [path], {
      notes: rest
        .filter(({ text }) => /^[^/].*:/.test(text))
        .map(({ text }) => ({ id: 'note.rights', params: { text } })),
    });
  },
  cacls: (args, run) =>
    filePrograms['icacls']!(
      args.map((one) => (/^\/[gprde]$/i.test(one.text) ? { ...one, text: '/grant' } : one)),
      run,
      'cacls',
    ),
  takeown(args, run) {
    const found = argumentsOf(args, ['f', 's', 'u', 'p', 'd']);
    touches(run, 'files.owner', ['permissions'], [optionValue(found, 'f') ?? literal('.')]);
  },
  compact: (args, run) => touches(run, 'files.change', ['changes'], operandsOr(args, '.')),
  cipher(args, run) {
    const found = argumentsOf(args);
    const wiped = optionValue(found, 'w');
    if (wiped) return touches(run, 'files.wipe', ['deletes'], [wiped]);
    if (has(found, 'e', 'd', 'r', 'k', 'u', 'rekey'))
      return touches(run, 'files.change', ['changes', 'permissions'], operandsOr(args, '.'));
    looks(run, 'files.list', operandsOr(args, '.'));
  },
  expand: (args, run) => extract(args, run),
  extrac32: (args, run) => extract(args, run),
  makecab(args, run) {
    const { operands } = argumentsOf(args, ['f', 'd', 'l', 'v']);
    if (operands[0]) carries(run, 'files.pack', ['creates', 'changes'], [operands[0]], operands[1]);
  },
  findstr(args, run) {
    const found = argumentsOf(args, []);
    const words = optionValue(found, 'c') ?? found.operands[0];
    const given = optionValue(found, 'c') || optionValue(found, 'g') ? found.operands : found.operands.slice(1);
    const list = [optionValue(found, 'g'), optionValue(found, 'f')].filter((one) => one !== undefined);
    if (given.length + list.length === 0 && run.piped) return searchesText(run, words);
    looks(run, 'files.search', given.length + list.length > 0 ? [...given, ...list] : [literal('.')], {
      pattern: words?.text ?? '',
    });
  },
  find(args, run) {
    const { operands } = argumentsOf(args);
    if (operands.length < 2 && run.piped) return searchesText(run, operands[0]);
    looks(run, 'files.search', operands.length > 1 ? operands.slice(1) : [literal('.')], {
      pattern: operands[0]?.text ?? '',
    });
  },
  fc: (args, run) => looks(run, 'files.compare', operandsOr(args, '.')),
  comp: (args, run) => looks(run, 'files.compare', operandsOr(args, '.')),
  more: (args, run) => {
    const { operands } = argumentsOf(args);
    if (operands.length > 0) looks(run, 'files.read', operands);
  },
  tree: (args, run) => looks(run, 'files.list', operandsOr(args, '.')),
  sort(args, run) {
    const found = argumentsOf(args, ['o', 'output', 't']);
    if (found.operands.length > 0) looks(run, 'files.read', found.operands);
    const out = optionValue(found, 'o', 'output');
    if (out) touches(run, 'files.overwrite', ['changes'], [out]);
  },
  clip: (_args, run) => add(run, 'text.clipboard', {}, []),
  where(args, run) {
    add(run, 'computer.look', { name: args.map(({ text }) => text).join(' ') }, ['reads']);
  },
};

const searchesText = (run: Run, words: Value | undefined): undefined =>
  add(run, 'text.search', { pattern: shown(words?.text ?? '') }, ['reads']);

function extract(args: readonly Value[], run: Run): undefined {
  const { operands } = argumentsOf(args, ['l']);
  if (operands[0]) carries(run, 'files.unpack', ['creates', 'changes'], [operands[0]], operands[1]);
}

function operandsOr(args: readonly Value[], other: string): readonly Value[] {
  const { operands } = argumentsOf(args);
  return operands.length > 0 ? operands : [literal(other)];
}

function note(run: Run, names: readonly Value[]): undefined {
  const last = run.findings.at(-1)!;
  const text = names.map((one) => one.text).join(', ');
  run.findings[run.findings.length - 1] = {
    ...last,
    notes: [...(last.notes ?? []), { id: 'note.only-named', params: { pattern: text } }],
  };
}
