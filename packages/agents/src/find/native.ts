import { dirname } from 'node:path';
import type { Machine, RealAgent } from './types.ts';

const triples: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

/**
 * The native binary behind a program that npm installed: both agents come as a small Node program beside a package of
 * the platform. Without the Node process in between a start is a quarter of a second shorter, and on Windows a `.cmd`
 * can't be started without a shell. Gives the path itself when it is native already or nothing better is found.
 */
export function toNative(agent: RealAgent, path: string, machine: Machine): string {
  if (!isShim(path, machine)) return path;
  for (const folder of packagesNear(path, machine)) {
    for (const inside of binariesInside(agent, machine)) {
      const found = machine.program(machine.join(folder, ...inside));
      if (found) return found;
    }
  }
  return path;
}

/** A script, or npm's stand-in for a binary that its install script never put there. */
function isShim(path: string, machine: Machine): boolean {
  return /\.(c?m?js|cmd)$/.test(path) || !/^(\x7fELF|MZ|[\xcf\xce\xca]\xfa|\xca\xfe)/.test(machine.start(path));
}

/** `node_modules` folders that may hold the platform's package, nearest first. */
function packagesNear(path: string, machine: Machine): readonly string[] {
  const folders: string[] = [];
  let folder = parent(path, machine);
  for (let up = 0; up < 8 && folder !== parent(folder, machine); up++, folder = parent(folder, machine)) {
    folders.push(machine.join(folder, 'node_modules'));
    // npm's global prefix on Windows has its shims beside node_modules; elsewhere node_modules is in lib.
    for (const name of ['@openai/codex', '@anthropic-ai/claude-code'])
      folders.push(machine.join(folder, 'node_modules', name, 'node_modules'));
  }
  return folders;
}

const parent = (path: string, machine: Machine): string =>
  machine.platform === 'win32' ? path.replace(/[\\/][^\\/]*$/, '') : dirname(path);

function binariesInside(agent: RealAgent, machine: Machine): readonly (readonly string[])[] {
  const { platform, arch } = machine;
  const exe = platform === 'win32' ? '.exe' : '';
  if (agent === 'codex')
    return [
      [`@openai/codex-${platform}-${arch}`, 'vendor', triples[`${platform}-${arch}`] ?? 'none', 'bin', `codex${exe}`],
    ];
  const libc = platform === 'linux' ? ['', '-musl'] : [''];
  return libc.map((suffix) => [`@anthropic-ai/claude-code-${platform}-${arch}${suffix}`, `claude${exe}`]);
}
