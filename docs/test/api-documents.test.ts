import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '@bureau/containment';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(join(tmpdir(), 'bureau-api-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function document(...args: string[]) {
  const result = await run({
    command: process.execPath,
    args: [join(root, 'scripts', 'docs.js'), ...args],
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    task: 'documents',
  });
  assert.ok(result.ok);
  return { code: result.code, out: `${result.stdout}${result.stderr}` };
}

describe('API documents', () => {
  it('are made, and everything behind the doors of the libraries has its comment', async () => {
    const { code, out } = await document('--out', join(folder, 'pages'));
    assert.equal(code, 0, out);
    for (const page of ['containment_src.contain', 'plain-words_src.loadLanguage', 'agents_src.findAgent'])
      assert.ok(existsSync(join(folder, 'pages', 'functions', `${page}.html`)), `${page}: ${out}`);
    assert.match(readFileSync(join(folder, 'pages', 'index.html'), 'utf8'), /plain-words/);
  });
  it('are refused when something behind a door has none', async () => {
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    writeFileSync(join(bare, 'package.json'), JSON.stringify({ name: 'bare', version: '1.0.0' }));
    writeFileSync(join(bare, 'index.ts'), '/** Said. */\nexport const said = 1;\nexport const unsaid = 2;\n');
    writeFileSync(join(bare, 'tsconfig.json'), JSON.stringify({ files: ['index.ts'] }));
    const options = {
      extends: [join(root, 'docs', 'typedoc.json')],
      tsconfig: 'tsconfig.json',
      entryPoints: ['index.ts'],
      packagesRequiringDocumentation: ['bare'],
    };
    writeFileSync(join(bare, 'typedoc.json'), JSON.stringify(options));
    const { code, out } = await document('--options', join(bare, 'typedoc.json'), '--emit', 'none');
    assert.notEqual(code, 0);
    assert.match(out, /unsaid \(Variable\).* does not have any documentation/);
    assert.doesNotMatch(out, /\.said \(/);
  });
});
