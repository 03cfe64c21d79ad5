import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cannotPlay, escapes, staysAsItIs, until, workScript } from '@bureau/testing';
import type { Library } from './measure.ts';

export const means = ['process group', 'tree-kill', 'fkill', 'execa', 'cgroup.kill'] as const;

/** How many of the ways each means lets through; every play is itself held, so that nothing is left. */
export async function playRivals(library: Library): Promise<{ ways: number; escaped: Map<string, string[]> }> {
  const isRoot = process.getuid?.() === 0;
  const ways = escapes.filter(
    (way) => cannotPlay(way, isRoot ? 'root' : 'user') === null && !way.name.includes('1000'),
  );
  const escaped = new Map<string, string[]>([...means, 'bureau'].map((name) => [name, []]));
  const root = mkdtempSync(join(tmpdir(), 'bureau-rivals-'));
  chmodSync(root, 0o755);
  const plays = [...means, 'bureau'].flatMap((name) => ways.map((way) => ({ name, way })));
  let index = 0;
  const worker = async (): Promise<void> => {
    for (let play = plays[index++]; play; play = plays[index++]) {
      const dir = join(root, String(index));
      mkdirSync(dir);
      // One of the ways works as another user.
      chmodSync(dir, 0o777);
      const gone =
        play.name === 'bureau'
          ? await ours(library, play.way.script, dir)
          : await theirs(library, play.name, play.way.name, dir);
      if (!gone) escaped.get(play.name)?.push(play.way.name);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  rmSync(root, { recursive: true, force: true });
  return { ways: ways.length, escaped };
}

async function theirs(library: Library, name: string, way: string, dir: string): Promise<boolean> {
  if (name === 'cgroup.kill' && process.getuid?.() !== 0) return true;
  const program = fileURLToPath(new URL('./rival.ts', import.meta.url));
  const held = await library.run(
    {
      command: process.execPath,
      args: [program, name, way, dir],
      cwd: dir,
      env: { PATH: process.env['PATH'] },
      task: 'bench',
    },
    { timeoutMs: 60_000 },
  );
  if (!held.ok) throw new Error(held.error.message);
  await held.emptied;
  if (!/^(gone|escaped)$/.test(held.stdout.trim())) throw new Error(`${name}, ${way}: ${held.stdout}${held.stderr}`);
  return held.stdout.trim() === 'gone';
}

async function ours(library: Library, script: string, dir: string): Promise<boolean> {
  const held = library.startHeld({
    command: 'sh',
    args: ['-c', script],
    cwd: dir,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', DIR: dir, WORK: workScript },
    task: 'bench',
    recoverable: false,
  });
  held.stdout?.resume();
  held.stderr?.resume();
  await held.started;
  await until(() => existsSync(join(dir, 'beat')) && readFileSync(join(dir, 'workers'), 'utf8') !== '');
  const receipt = await held.stop();
  return receipt.gone && (await staysAsItIs(join(dir, 'beat'), 250));
}
