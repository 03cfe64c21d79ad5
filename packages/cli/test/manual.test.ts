import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../src/commands.ts';
import { completionFor, completionShells } from '../src/manual/completion.ts';
import { helpOf, helpOfAll } from '../src/manual/help.ts';
import { manPage } from '../src/manual/man.ts';
import { commandNames, type Page, pages } from '../src/manual/pages.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const main = join(src, 'main.ts');
const bureau = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
  });
const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Where each command's options are read. */
const parsers: Readonly<Record<string, string>> = {
  open: 'open/options.ts',
  run: 'run/options.ts',
  guard: 'guard/options.ts',
  explain: 'commands/explain.ts',
  office: 'commands/office.ts',
};

describe('the manual', () => {
  it('has a page for each command, and a command for each page', () => {
    assert.deepEqual([...commandNames], Object.keys(commands));
  });

  it('names exactly the options that the commands read', () => {
    for (const [name, file] of Object.entries(parsers)) {
      const code = readFileSync(join(src, file), 'utf8');
      const read =
        name === 'guard'
          ? [...code.matchAll(/'--([\w-]+)'/g)].map((match) => match[1]!)
          : [...code.matchAll(/^\s+'?([\w-]+)'?: \{ type: '(?:string|boolean)'/gm)].map((match) => match[1]!);
      const named = pages[name as keyof typeof pages].options.map(({ flag }) => flag.slice(2));
      assert.deepEqual([...new Set(read)].filter((one) => one !== 'help').sort(), [...named].sort(), name);
    }
  });

  it('is what `--help`, `-h` and `help COMMAND` print, on stdout, with exit code 0', () => {
    for (const name of commandNames) {
      const shown = bureau(name, '--help');
      assert.equal(shown.status, 0, `${name}: ${shown.stderr}`);
      assert.equal(shown.stdout, helpOf(name), name);
      assert.ok(
        shown.stdout.split('\n').every((line) => line.length <= 100),
        name,
      );
    }
    assert.equal(bureau('help', 'stop').stdout, helpOf('stop'));
    assert.equal(bureau('stop', '-h').stdout, helpOf('stop'));
    assert.equal(bureau('--help').stdout, helpOfAll());
    assert.equal(bureau('nonsense').status, 2);
    assert.equal(bureau('completion', 'tcsh').status, 2);
    assert.equal(bureau('man', 'x').status, 2);
  });

  it('each completion names every command and option', () => {
    for (const shell of completionShells) {
      const script = completionFor(shell);
      for (const name of commandNames) {
        assert.ok(script.includes(name), `${shell}: ${name}`);
        for (const { flag } of (pages[name] as Page).options)
          assert.ok(script.includes(flag.slice(2)), `${shell}: ${name} ${flag}`);
      }
    }
  });

  it('bash completes commands, options and their values', { skip: !has('bash') && 'bash is not installed' }, () => {
    const complete = (...words: string[]): string[] => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const script = `${completionFor('bash')}\ncompopt() { :; }\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _bureau; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: '/' }).split('\n').filter(Boolean);
    };
    assert.deepEqual(complete('bureau', 'of'), ['office']);
    assert.deepEqual(complete('bureau', 'run', '--agent', ''), ['claude', 'codex', 'practice']);
    assert.deepEqual(complete('bureau', 'run', '--pl'), ['--plan']);
    assert.deepEqual(complete('bureau', 'completion', 'f'), ['fish']);
    assert.ok(complete('bureau', 'open', '/us').includes('/usr'));
    assert.deepEqual(complete('bureau', 'run', '--model', ''), []);
  });

  for (const shell of ['zsh', 'fish'] as const) {
    it(`${shell} takes its script`, { skip: !has(shell) && `${shell} is not installed` }, () => {
      const checked = spawnSync(shell, ['-n'], { input: completionFor(shell), encoding: 'utf8' });
      assert.equal(checked.status, 0, checked.stderr);
    });
  }

  it('the man page is one: sections in order, no line that troff takes for a word of its own', () => {
    const page = manPage('1.2.3');
    assert.deepEqual(
      [...page.matchAll(/^\.SH (\w+)/gm)].map((match) => match[1]),
      ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'COMMANDS', 'OPTIONS', 'ENVIRONMENT'],
    );
    for (const line of page.split('\n'))
      assert.ok(!/^[.']/.test(line) || /^\.(TH|SH|SS|B|PP|TP|br)\b/.test(line), line);
    assert.ok(!/[^\x20-\x7e\n]/.test(page), 'plain ASCII');
    assert.ok(page.includes('--receipt'.replaceAll('-', '\\-')));
  });

  it('groff reads it without a complaint', { skip: !has('groff') && 'groff is not installed' }, () => {
    const shown = spawnSync('groff', ['-man', '-Tutf8', '-ww'], { input: manPage('1.2.3'), encoding: 'utf8' });
    assert.equal(shown.status, 0);
    assert.equal(shown.stderr, '');
  });
});
