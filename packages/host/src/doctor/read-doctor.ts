import type { AgentFound, AgentId, DoctorReport } from '@bureau/contracts';
import { folderBytes } from './folder-bytes.ts';
import { problemsOf } from './problems.ts';

export interface DoctorOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly loginShell?: boolean;
  /** What is wrong with the journal, where one is open. */
  readonly trouble?: () => string | null;
}

/** Finds out what is installed and what works here, by trying. */
export async function readDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const [{ findAgent }, { findMeans }] = await Promise.all([import('@bureau/agents'), import('@bureau/containment')]);
  const find = (agent: AgentId): Promise<AgentFound> =>
    findAgent(agent, { env: options.env, loginShell: options.loginShell ?? false });
  const [claude, codex, holding, dataBytes] = await Promise.all([
    find('claude'),
    find('codex'),
    findMeans(),
    folderBytes(options.dataDir),
  ]);
  const agents = [claude, codex];
  const trouble = options.trouble?.() ?? null;
  return {
    version: options.version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    agents,
    holding,
    dataDir: options.dataDir,
    dataBytes,
    problems: problemsOf({ agents, holding, trouble, dataDir: options.dataDir }),
  };
}
