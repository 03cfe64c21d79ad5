import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readAction } from '../src/index.ts';

const world = { folder: '/home/ana/shop', home: '/home/ana', language: 'en' } as const;
const read = (command: string) => readAction({ kind: 'command', shell: 'bash', command, cwd: '/home/ana/shop' }, world);

describe('hard input', () => {
  it('is read, or said to be too much', () => {
    const many = 20_000;
    const deep: readonly (readonly [string, string])[] = [
      ['(', ')'],
      ['$(', ')'],
      ['{ ', '; }'],
      ['$((', '))'],
      ['"$(', ')"'],
      ['{a,', '}'],
      ['`', ''],
      ['[[ ', ''],
      ['if ', ''],
      ['${a:-', '}'],
      ['xargs ', ''],
      ['sudo ', ''],
      ['bash -c ', ''],
    ];
    for (const [open, close] of deep) {
      const reading = read(`${open.repeat(many)}rm x${close.repeat(many)}`);
      assert.equal(reading.confident, false, open);
      assert.equal(reading.grantable, false, open);
    }
  });

  it('shows what comes after a long heredoc or word', () => {
    const heredoc = read(
      `cat > notes.md <<'EOF'\n${'a line of text with $HOME (and more)\n'.repeat(3500)}EOF\nrm -rf data`,
    );
    assert.deepEqual([...heredoc.chips], ['deletes', 'changes']);
    assert.ok(read(`echo ${'a'.repeat(1 << 20)}; rm -rf data`).chips.includes('deletes'));
    assert.ok(read(`${' '.repeat(100_000)}rm -rf data`).chips.includes('deletes'));
  });

  it('never grows past its bounds', () => {
    const names = Array.from({ length: 60 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; }`).join('\n');
    for (const command of [
      ':(){ :|:& };:',
      `${names}\nf0`,
      `a=x; ${'a=$a$a; '.repeat(60)}rm $a`,
      `echo ${'{a,b}'.repeat(30)}`,
      `${'for i in 1 2 3; do x=$x$i; '.repeat(10)}rm $x; ${'done; '.repeat(10)}`,
      `ls${' | cat'.repeat(5000)}`,
      `${'a&&'.repeat(5000)}b`,
      `rm ${'a '.repeat(5000)}`,
      `awk '${'print '.repeat(5000)}' f`,
      `psql -c '${'update x '.repeat(5000)}'`,
    ]) {
      const reading = read(command);
      assert.ok(reading.details.length <= 201 && reading.sentence.length <= 900, command.slice(0, 60));
    }
  });

  it('is any text at all', () => {
    const piece = fc.constantFrom(
      ...[
        'rm',
        ' ',
        '-rf',
        "'",
        '"',
        '$(',
        ')',
        '`',
        '<<E\n',
        '\nE\n',
        '|',
        '&&',
        ';',
        '\\',
        '${',
        '}',
        '{',
        '((',
        '[[',
      ],
      ...[
        'x',
        '=',
        '>',
        '<',
        '&',
        '*',
        '?',
        '~/',
        '#',
        '!',
        'if',
        'then',
        'fi',
        'do',
        'done',
        'case',
        'esac',
        'in',
        'git',
      ],
      ...[
        'push',
        'curl',
        'https://',
        '@',
        ':',
        '-c',
        '--',
        'sudo',
        'sed',
        'awk',
        'find',
        '-exec',
        '{}',
        '\\;',
        '\u202e',
        'é',
      ],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (command) => {
          const reading = read(command);
          assert.ok(reading.title.length > 0 && reading.sentence.length > 0);
          assert.equal(reading.confident, !reading.chips.includes('maybe'));
          assert.ok(reading.confident || !reading.grantable);
        },
      ),
      { numRuns: process.env['CI'] ? 20_000 : 3_000 },
    );
  });
});
