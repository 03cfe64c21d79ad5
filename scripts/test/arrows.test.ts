import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Who may import whom: docs/design.md. `testing` is for tests only. */
const arrows: Record<string, readonly string[]> = {
  'packages/contracts': [],
  'packages/lines': [],
  'packages/containment': ['@bureau/contracts'],
  'packages/plain-words': ['@bureau/contracts'],
  'packages/agents': ['@bureau/contracts', '@bureau/lines', '@bureau/containment'],
  'packages/engine': ['@bureau/contracts', '@bureau/plain-words', '@bureau/agents', '@bureau/containment'],
  'packages/collector': ['@bureau/contracts', '@bureau/lines', '@bureau/plain-words', '@bureau/containment/alive'],
  'packages/host': [
    '@bureau/contracts',
    '@bureau/lines',
    '@bureau/plain-words',
    '@bureau/agents',
    '@bureau/containment',
    '@bureau/containment/alive',
    '@bureau/engine',
    '@bureau/collector',
  ],
  'packages/office': ['@bureau/contracts'],
  'packages/ui': ['@bureau/contracts', '@bureau/office', '@bureau/host/client'],
  'packages/cli': [
    '@bureau/contracts',
    '@bureau/host',
    '@bureau/host/client',
    '@bureau/host/launch',
    '@bureau/host/local',
    '@bureau/host/office',
    '@bureau/containment',
    '@bureau/plain-words',
  ],
  'apps/desktop': ['@bureau/contracts', '@bureau/host/client', '@bureau/host/launch', '@bureau/ui'],
};
/** Rooms that must run where there is no Node. */
const withoutNode = [
  'packages/contracts',
  'packages/plain-words',
  'packages/office',
  'packages/ui',
  'packages/host/src/client',
];
/** The practice agent is a program like any other agent: it runs what it was allowed to (docs/decisions/036). */
const mayStartProcesses = new Set<string>(['packages/agents/src/practice/program/run.ts']);
/** Files of those rooms that may use Node all the same, with the reason. */
const nodeAllowed = new Set<string>([]);

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : files(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
const imports = (path: string): string[] =>
  [
    ...readFileSync(path, 'utf8').matchAll(
      /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
const rooms = Object.keys(arrows).filter((room) => existsSync(join(root, room, 'src')));

describe('arrows between rooms', () => {
  for (const room of rooms) {
    it(`${room} imports only what it may know`, () => {
      const wrong: string[] = [];
      for (const path of files(join(root, room, 'src'))) {
        for (const name of imports(path)) {
          const where = relative(root, path);
          if (name.startsWith('@bureau/') && !arrows[room]!.includes(name)) wrong.push(`${where} imports ${name}`);
          if (name.startsWith('.') && relative(join(root, room), join(dirname(path), name)).startsWith('..'))
            wrong.push(`${where} reaches out of its room: ${name}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('only containment starts processes', () => {
    const wrong = rooms
      .filter((room) => room !== 'packages/containment')
      .flatMap((room) => files(join(root, room, 'src')))
      .filter((path) => imports(path).some((name) => /^(node:)?(child_process|cluster)$/.test(name)))
      .map((path) => relative(root, path))
      .filter((path) => !mayStartProcesses.has(path));
    assert.deepEqual(wrong, []);
  });

  it('what runs in a window does not know Node', () => {
    const wrong = withoutNode
      .map((room) => (room.endsWith('client') ? room : `${room}/src`))
      .flatMap((room) => files(join(root, room)))
      .filter(
        (path) => imports(path).some((name) => name.startsWith('node:')) && !nodeAllowed.has(relative(root, path)),
      )
      .map((path) => relative(root, path));
    assert.deepEqual(wrong, []);
  });

  it('finds an import that it is meant to find', () => {
    assert.ok(imports(join(root, 'packages/containment/src/types.ts')).includes('@bureau/contracts'));
  });
});
