import { accessSync, closeSync, constants, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment, Machine } from './types.ts';

/** This machine, seen with the given environment. */
export function thisMachine(env: Environment): Machine {
  const home = (process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? homedir();
  return { env, home, platform: process.platform, arch: process.arch, join, list, program, start };
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Most usual places don't exist: not there and not readable mean the same here.
    return [];
  }
}

function program(path: string): string | null {
  try {
    const real = realpathSync(path);
    if (!statSync(real).isFile()) return null;
    accessSync(real, constants.X_OK);
    return real;
  } catch {
    return null;
  }
}

function start(path: string): string {
  const bytes = Buffer.alloc(256);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
