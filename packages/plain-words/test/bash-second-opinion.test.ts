import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { forEachChild, type SyntaxNode } from 'unbash';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { isBroken, parseBash } from '../src/bash/parse.ts';
import { caseFiles, casesOf, readCase } from './judge.ts';

const cases = caseFiles()
  .filter((name) => name.startsWith('bash-'))
  .flatMap(casesOf);

/** bash itself, which only parses: the texts that it takes, by their place in the list. */
function takenByBash(texts: readonly string[]): ReadonlySet<number> {
  // One bash for all: each text is a string that a subshell parses without running it.
  const script = texts
    .map((text, i) => `printf %s ${`'${text.replaceAll("'", "'\\''")}'`} | "$BASH" -n 2>/dev/null && echo ${i}`)
    .join('\n');
  const out = execFileSync('bash', [], { input: script, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } });
  return new Set(out.split('\n').filter(Boolean).map(Number));
}

/** The names of all simple commands that are written plainly, in the order of the text. */
function namesByUnbash(text: string): string[] {
  const found: [number, string][] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command' && node.name && /^[\w./-]+$/.test(node.name.text))
      found.push([node.pos, node.name.text]);
    forEachChild(node, visit);
  };
  visit(parseBash(text));
  return found.map(([, name]) => name);
}

function namesByTreeSitter(node: Node): string[] {
  const own = node.type === 'command_name' && /^[\w./-]+$/.test(node.text) ? [node.text] : [];
  return [...own, ...node.namedChildren.flatMap((child) => (child ? namesByTreeSitter(child) : []))];
}

describe('the bash parser beside others', () => {
  it('takes no command for whole that bash itself does not take', (t) => {
    let taken: ReadonlySet<number>;
    try {
      taken = takenByBash(cases.map((one) => one.command ?? ''));
    } catch (error) {
      return t.skip(`there is no bash here: ${error instanceof Error ? error.message : String(error)}`);
    }
    const wrong = cases.filter((one, i) => !taken.has(i) && readCase(one).confident).map((one) => one.command);
    assert.deepEqual(wrong, []);
    // And not more than a few the other way round: bash's extended globs are off in `bash -n`.
    const refused = cases.filter((one, i) => taken.has(i) && isBroken(parseBash(one.command ?? '')));
    assert.deepEqual(
      refused.map((one) => one.command),
      [],
    );
  });

  describe('tree-sitter', () => {
    let parser: Parser;
    before(async () => {
      await Parser.init();
      parser = new Parser();
      parser.setLanguage(
        await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))),
      );
    });

    it('finds the same commands', () => {
      const wrong: string[] = [];
      for (const one of cases) {
        const tree = parser.parse(one.command ?? '');
        if (!tree || tree.rootNode.hasError || isBroken(parseBash(one.command ?? ''))) continue;
        const theirs = new Set(namesByTreeSitter(tree.rootNode));
        // Their heredocs and quotes may be cut in other pieces; each command they see must be seen here.
        const ours = new Set(namesByUnbash(one.command ?? ''));
        // It takes the shell's words `time` and `coproc` for programs.
        for (const name of theirs)
          if (!ours.has(name) && !/^(?:time|coproc)$/.test(name)) wrong.push(`${one.id}: ${name} in ${one.command}`);
      }
      assert.deepEqual(wrong, []);
    });
  });
});
