import { tmpdir } from 'node:os';
import type { HoldSpec } from '@bureau/containment';

/** A shell script to be held, with an environment of its own. */
export const shell = (script: string, more: Partial<HoldSpec> = {}): HoldSpec => ({
  command: 'sh',
  args: ['-c', script],
  cwd: tmpdir(),
  env: { PATH: process.env['PATH'] },
  task: 'test',
  recoverable: false,
  ...more,
});

export const linuxOnly = process.platform === 'linux' ? false : 'Linux only';
export const rootOnly = process.getuid?.() === 0 ? false : 'the tests do not run as root';
