import { readlinkSync } from 'node:fs';
import type { RunningProcess } from '@bureau/contracts';
import type { Listed } from '../control/messages.ts';
import { commandOf, cpuShare, environmentOf, readStat, startedAt } from '../linux/proc.ts';
import { listeningPorts } from './ports.ts';

/** Bytes a page: 4 KiB on x86-64 and most arm64 kernels. */
const pageBytes = 4096;

/** What the system tells of each process; those that have ended meanwhile are left out. */
export function describeAll(listed: readonly Listed[], agentPid: number | null): RunningProcess[] {
  if (process.platform !== 'linux') return listed.map((one) => asTold(one, agentPid));
  const ports = listeningPorts(listed.map((one) => one.pid));
  return listed.flatMap(({ pid, kept }) => {
    const stat = readStat(pid);
    if (stat === null) return [];
    return [
      {
        pid,
        parent: stat.parent,
        startedAt: startedAt(stat.startTicks),
        command: commandOf(pid, stat.name),
        cwd: folderOf(pid),
        ports: ports.get(pid) ?? [],
        cpu: cpuShare(stat),
        memory: stat.pages * pageBytes,
        isAgent: pid === agentPid,
        // Codex names the tool call in the environment of each command; Claude Code names nothing (facts of both).
        stepId: environmentOf(pid, 'CODEX_TOOL_CALL_ID'),
        kept,
      },
    ];
  });
}

/** Where there is no /proc: what the supervisor could tell, and null for what it couldn't. */
function asTold(one: Listed, agentPid: number | null): RunningProcess {
  return {
    pid: one.pid,
    parent: one.parent ?? 0,
    startedAt: one.startedAt ?? '',
    command: one.command ?? 'unknown',
    cwd: null,
    ports: [],
    cpu: null,
    memory: null,
    isAgent: one.pid === agentPid,
    stepId: null,
    kept: one.kept,
  };
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
