import { spawn } from 'node:child_process';
import type { StartOrder } from '../control/messages.ts';
import { type LinuxHold, noteAgentEnd } from './hold.ts';
import { readStat, startedAt } from './proc.ts';

export type AgentStart =
  | { readonly ok: true; readonly pid: number; readonly startTicks: string; readonly startedAt: string }
  | { readonly ok: false; readonly errno: string };

/**
 * Starts the command inside the hold: in the cgroup from its first instruction on, with this process's
 * standard streams, in a session of its own.
 */
export async function startAgent(hold: LinuxHold, order: StartOrder): Promise<AgentStart> {
  const { cgroup } = hold;
  cgroup?.work.join(process.pid);
  let child: ReturnType<typeof spawn>;
  try {
    child = spawn(order.command, [...order.args], { cwd: order.cwd, env: order.env, stdio: 'inherit', detached: true });
  } catch (error) {
    return { ok: false, errno: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    cgroup?.origin.join(process.pid);
  }
  const { pid } = child;
  if (pid === undefined) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => child.once('error', resolve));
    return { ok: false, errno: error.code ?? error.message };
  }
  child.on('exit', (code, signal) => noteAgentEnd(hold, code, signal));
  const startTicks = readStat(pid)?.startTicks ?? '0';
  hold.agentChild = child;
  const began = startedAt(startTicks);
  hold.agent = { pid, startTicks, startedAt: began, command: [order.command, ...order.args].join(' ') };
  return { ok: true, pid, startTicks, startedAt: began };
}
