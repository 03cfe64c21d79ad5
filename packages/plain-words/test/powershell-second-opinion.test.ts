import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { parse } from '../src/powershell/parse.ts';
import type { Expression, Statement } from '../src/powershell/tree.ts';
import { casesOf } from './judge.ts';

/** The names of all commands that tree-sitter finds, in order. */
function namesByTreeSitter(node: Node): string[] {
  // It takes `1..3` for a name.
  const names = node.type === 'command_name' && !/^\d/.test(node.text) ? [node.text] : [];
  return [...names, ...node.namedChildren.flatMap((child) => (child ? namesByTreeSitter(child) : []))];
}

function namesOf(body: readonly Statement[]): string[] {
  return body.flatMap((one): string[] => {
    if (one.kind === 'pipeline')
      return one.elements.flatMap((element) =>
        element.kind === 'command'
          ? [...nameOf(element.name), ...[...element.args, ...element.redirections.map((to) => to.to)].flatMap(inside)]
          : [...inside(element.value), ...element.redirections.flatMap((to) => inside(to.to))],
      );
    if (one.kind === 'assign') return [...inside(one.to), ...(one.value ? namesOf([one.value]) : [])];
    if (one.kind === 'foreach') return [...(one.over ? namesOf([one.over]) : []), ...namesOf(one.body)];
    if (one.kind === 'function') return namesOf(one.body);
    return one.bodies.flatMap((inner) => namesOf(inner));
  });
}
const nameOf = (name: Expression): string[] => (name.kind === 'text' && name.bare ? [name.written] : inside(name));
function inside(one: Expression): string[] {
  switch (one.kind) {
    case 'text':
      return one.parts.flatMap((part) => (typeof part === 'object' && 'run' in part ? namesOf(part.run) : []));
    case 'run':
    case 'block':
      return namesOf(one.body);
    case 'list':
    case 'joined':
      return one.items.flatMap(inside);
    case 'table':
      return namesOf(one.items);
    case 'member':
      return inside(one.of);
    case 'call':
      return [...inside(one.of), ...one.args.flatMap(inside)];
    default:
      return [];
  }
}

describe('the PowerShell parser beside tree-sitter', () => {
  let parser: Parser;
  before(async () => {
    await Parser.init();
    const grammar = fileURLToPath(import.meta.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'));
    parser = new Parser();
    parser.setLanguage(await Language.load(grammar));
  });

  it('finds the same commands wherever tree-sitter reads without a fault', () => {
    let compared = 0;
    for (const { command } of casesOf('powershell.jsonl')) {
      const tree = parser.parse(command!);
      if (!tree || tree.rootNode.hasError) continue;
      compared++;
      const parsed = parse(command!);
      assert.equal(parsed.broken, false, command);
      assert.deepEqual(namesOf(parsed.statements).sort(), namesByTreeSitter(tree.rootNode).sort(), command);
      tree.delete();
    }
    assert.ok(compared > 100, `only ${compared} compared`);
  });

  it('reads everyday commands that tree-sitter does not', () => {
    for (const command of [
      'rm $env:TEMP\\foo -r',
      'Remove-Item -Recurse -Force node_modules, dist',
      'npm install --save-dev @types/node',
      'git log --format="%h %s"',
      'git diff HEAD~1 -- src/app.ts',
    ]) {
      assert.ok(parser.parse(command)?.rootNode.hasError, `tree-sitter reads it by now: ${command}`);
      assert.equal(parse(command).broken, false, command);
    }
  });
});
