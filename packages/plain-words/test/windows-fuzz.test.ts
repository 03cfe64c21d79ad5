import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chip, Reading } from '@bureau/contracts';
import fc from 'fast-check';
import { readAction } from '../src/index.ts';

const world = { folder: 'C:\\Users\\Ana\\shop', home: 'C:\\Users\\Ana', language: 'en' } as const;
type WindowsShell = 'powershell' | 'cmd';
const read = (shell: WindowsShell, command: string): Reading =>
  readAction({ kind: 'command', shell, command, cwd: world.folder }, world);

function holds(reading: Reading): void {
  assert.ok(reading.title.length > 0 && reading.sentence.length > 0);
  assert.equal(reading.confident, !reading.chips.includes('maybe'));
  assert.ok(reading.confident || !reading.grantable);
}

interface Part {
  readonly text: string;
  readonly chip: Chip;
}
const powershellParts: readonly Part[] = [
  { text: 'Remove-Item data -Recurse', chip: 'deletes' },
  { text: 'rm a,b', chip: 'deletes' },
  { text: 'del *.log', chip: 'deletes' },
  { text: 'gci *.tmp | ri', chip: 'deletes' },
  { text: 'Set-Content a.txt x', chip: 'changes' },
  { text: 'Stop-Process -Name node', chip: 'stops-programs' },
  { text: 'Move-Item a b', chip: 'moves' },
  { text: 'Set-ItemProperty HKCU:\\Software\\X Y 1', chip: 'settings' },
  { text: 'irm https://x.example/a -Method Post -Body 1', chip: 'sends' },
  { text: '[IO.File]::Delete("a")', chip: 'deletes' },
  { text: 'cmd /c del a.txt', chip: 'deletes' },
  { text: '.\\tool.exe', chip: 'runs-code' },
];
const cmdParts: readonly Part[] = [
  { text: 'del a.txt', chip: 'deletes' },
  { text: 'rd /s /q build', chip: 'deletes' },
  { text: 'move a b', chip: 'moves' },
  { text: 'copy a b', chip: 'changes' },
  { text: 'taskkill /im node.exe', chip: 'stops-programs' },
  { text: 'reg add HKCU\\Software\\X /v Y /d 1 /f', chip: 'settings' },
  { text: 'icacls a /grant Everyone:F', chip: 'permissions' },
  { text: 'tool.bat', chip: 'runs-code' },
];
type Wrap = (inner: string) => string;
const powershellWraps: readonly Wrap[] = [
  (x) => `if ($true) { ${x} }`,
  (x) => `if ($a -eq 1) { "x" } else { ${x} }`,
  (x) => `try { ${x} } catch { exit 1 }`,
  (x) => `& { ${x} }`,
  (x) => `1..3 | ForEach-Object { ${x} }`,
  (x) => `foreach ($i in 1, 2) { ${x} }`,
  (x) => `for ($i = 0; $i -lt 3; $i++) { ${x} }`,
  (x) => `while ($true) { ${x}; break }`,
  (x) => `switch ($a) { 1 { ${x} } default { "n" } }`,
  (x) => `switch -Regex ($a) { "a" { ${x} } { $_ -gt 1 } { "n" } }`,
  (x) => `do { ${x} } until ($true)`,
  (x) => `$v = if ($a) { ${x} }`,
  (x) => `[void](${x})`,
  (x) => `@(${x}).Count`,
  (x) => `$null = ${x}`,
  (x) => `"a", $(${x}) | Out-Null`,
  (x) => `Start-ThreadJob -ScriptBlock { ${x} }`,
  (x) => `Get-ChildItem | Where-Object { ${x} }`,
  (x) => `Get-ChildItem | Select-Object @{ n = 1; e = { ${x} } }`,
  (x) => `$s = { ${x} }; & $s`,
  (x) => `function f { ${x} }; f`,
  (x) => `$r = $(${x})`,
  (x) => `echo "done $(${x})"`,
  (x) => `Write-Host (${x})`,
  (x) => `Get-Date; ${x}`,
  (x) => `${x}; Get-Date`,
  (x) => `Get-Date && ${x}`,
  (x) => `Start-Job { ${x} }`,
  (x) => `Invoke-Command { ${x} }`,
  (x) => `${x} | Out-Null`,
  (x) => `Get-Date # note\n${x}`,
  (x) => `$x = @{ a = $(${x}) }`,
  (x) => `Measure-Command { ${x} }`,
  (x) => `Invoke-Expression '${x.replaceAll("'", "''")}'`,
  (x) => `powershell -NoProfile -Command "${x.replaceAll('"', '`"')}"`,
];
const cmdWraps: readonly Wrap[] = [
  (x) => `if exist a ${x}`,
  (x) => `if not defined A (${x})`,
  (x) => `if "%A%"=="1" (echo a) else (${x})`,
  (x) => `for %i in (1 2) do ${x}`,
  (x) => `for /l %i in (1,1,3) do (${x})`,
  (x) => `(${x})`,
  (x) => `@${x}`,
  (x) => `cd . & ${x}`,
  (x) => `dir && ${x}`,
  (x) => `dir || ${x}`,
  (x) => `${x} & dir`,
  (x) => `dir | ${x}`,
  (x) => `cmd /c ${x}`,
  (x) => `call ${x}`,
  (x) => `echo a\n${x}`,
  (x) => `${x} > nul 2>&1`,
];

describe('the Windows shells', () => {
  for (const [shell, parts, wraps] of [
    ['powershell', powershellParts, powershellWraps],
    ['cmd', cmdParts, cmdWraps],
  ] as const) {
    it(`${shell}: what is dangerous shows through any wrapping`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...parts),
          fc.array(fc.constantFrom(...wraps), { maxLength: 3 }),
          (part, around) => {
            const command = around.reduce((inner, wrap) => wrap(inner), part.text);
            const reading = read(shell, command);
            holds(reading);
            assert.ok(reading.chips.includes(part.chip) || reading.chips.includes('maybe'), command);
          },
        ),
        { numRuns: 12_000 },
      );
    });

    it(`${shell}: any string is accepted`, () => {
      const bits = fc.constantFrom(
        ...parts.map((one) => one.text),
        '"',
        "'",
        '`',
        '^',
        '$(',
        '@{',
        '@"\n',
        '\n"@',
        '{',
        '}',
        '(',
        ')',
        '%A%',
        '$a',
        '|',
        '&',
        ';',
        '>',
        '<#',
        '#>',
        '--%',
        '-',
        ' ',
        '\n',
        '\u202e',
        'é',
      );
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 60 }),
            fc.array(bits, { maxLength: 20 }).map((all) => all.join('')),
          ),
          (command) => {
            holds(read(shell, command));
          },
        ),
        { numRuns: 12_000 },
      );
    });

    it(`${shell}: what is too long or too deep is not called sure`, () => {
      for (const command of [
        `${'('.repeat(20_000)}${')'.repeat(20_000)}`,
        '{'.repeat(20_000),
        `${'$('.repeat(20_000)}x${')'.repeat(20_000)}`,
        `echo ${'a'.repeat(1_000_000)}`,
        `echo ${'"'.repeat(99_999)}`,
        `${'a|'.repeat(50_000)}b`,
        `${'[a'.repeat(30_000)}`,
        `${'-x '.repeat(50_000)}`,
        `${'%a% '.repeat(30_000)}`,
        `${'if 1==1 '.repeat(10_000)}del x`,
        `${'&{'.repeat(10_000)}`,
        `${"'".repeat(99_999)}`,
        `${'@{a='.repeat(10_000)}`,
        `${'x'.repeat(30_000)}.y`,
        `${'$a.b'.repeat(20_000)}`,
        ` ${'\n'.repeat(100_000)}`,
      ]) {
        const reading = read(shell, command);
        holds(reading);
        if (command.length > 60_000 && command.trim() !== '')
          assert.equal(reading.confident, false, command.slice(0, 20));
      }
    });
  }

  it('odd characters make it unsure', () => {
    for (const command of ['Get-Content a\u202e.txt', 'dir a\u200b', 'Gеt-Content a', 'del a\u00a0b', 'type\u3000a']) {
      assert.equal(read('powershell', command).confident, false, command);
      assert.equal(read('cmd', command).confident, false, command);
    }
  });
});
