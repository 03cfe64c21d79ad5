import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toWords, unwrapShell } from '../../src/codex/shell.ts';

const cases: readonly (readonly [line: string, shell: string, command: string])[] = [
  [`/bin/bash -lc 'touch a; echo ok'`, 'bash', 'touch a; echo ok'],
  ['bash -lc ls', 'bash', 'ls'],
  [`/bin/zsh -lc "echo \\"hi\\" \\$HOME"`, 'bash', 'echo "hi" $HOME'],
  [`/bin/bash -lc 'it'"'"'s'`, 'bash', "it's"],
  [`sh -c 'a b' extra`, 'bash', `sh -c 'a b' extra`],
  ['ls -la', 'bash', 'ls -la'],
  [`/bin/bash -lc 'unclosed`, 'bash', `/bin/bash -lc 'unclosed`],
  [`powershell.exe -NoProfile -Command 'Remove-Item a'`, 'powershell', 'Remove-Item a'],
  [`'C:\\Program Files\\PowerShell\\7\\pwsh.exe' -Command 'dir'`, 'powershell', 'dir'],
  [`cmd.exe /c 'del a.txt'`, 'cmd', 'del a.txt'],
  [`/bin/bash -c`, 'bash', '/bin/bash -c'],
  [`/bin/bash script -c 'x'`, 'bash', `/bin/bash script -c 'x'`],
  ['', 'bash', ''],
];

/** Quotes as Codex does: single quotes, each quote inside as '"'"'. */
const quote = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;

describe('the command inside a shell call', () => {
  for (const [line, shell, command] of cases)
    it(line || '(nothing)', () => assert.deepEqual(unwrapShell(line), { shell, command }));

  it('is found for any command, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (command) => {
        assert.deepEqual(unwrapShell(`/bin/bash -lc ${quote(command)}`), { shell: 'bash', command });
      }),
    );
  });

  it('never fails, whatever the line', () => {
    fc.assert(fc.property(fc.string(), (line) => void [toWords(line), unwrapShell(line)]));
  });
});
