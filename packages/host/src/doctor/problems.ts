import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AgentFound, DoctorReport } from '@bureau/contracts';

type Problem = DoctorReport['problems'][number];

const names: Readonly<Record<string, string>> = { claude: 'Claude Code', codex: 'Codex' };
const installs: Readonly<Record<string, string>> = {
  claude: 'npm install -g @anthropic-ai/claude-code, then run `claude` once to log in',
  codex: 'npm install -g @openai/codex, then run `codex login`',
};

/** What is wrong, what it means for somebody's work, and what to do: one entry a matter. */
export function problemsOf(found: {
  readonly agents: readonly AgentFound[];
  readonly holding: DoctorReport['holding'];
  readonly trouble: string | null;
  readonly dataDir: string;
}): readonly Problem[] {
  return [
    ...agentProblems(found.agents),
    ...(found.holding.canProve ? [] : [holdProblem(found.holding)]),
    ...folderProblems(found.dataDir),
    ...(found.trouble === null
      ? []
      : [
          {
            what: 'The journal can’t be written.',
            means: found.trouble,
            todo: 'Make room on that disk, then look again.',
          },
        ]),
  ];
}

function agentProblems(agents: readonly AgentFound[]): readonly Problem[] {
  const missing = agents.filter(({ path }) => path === null);
  const none = missing.length === agents.length;
  return agents.flatMap((agent): Problem[] => {
    const name = names[agent.agent] ?? agent.agent;
    if (agent.path === null) {
      // One agent is enough; the other's absence is no fault.
      if (!none) return [];
      return [
        {
          what: `${name} was not found on this computer.`,
          means: 'Without an agent you can only practise: Bureau hands work to one, it is none itself.',
          todo: `Install it: ${installs[agent.agent] ?? `see the pages of ${name}`}. If it is somewhere unusual, set BUREAU_${agent.agent.toUpperCase()}_PATH to its file.`,
        },
      ];
    }
    const problems: Problem[] = [];
    if (agent.problem)
      problems.push({
        what: `${name} is there but does not work: ${agent.problem.message}`,
        means: 'Work handed to it would fail at its start.',
        todo: agent.problem.detail ?? `Run \`${agent.path} --version\` in a terminal and see what it says.`,
      });
    if (agent.login === 'no')
      problems.push({
        what: `${name} is not logged in.`,
        means: 'Work handed to it would fail at its first word.',
        todo:
          agent.agent === 'codex'
            ? 'Run `codex login` in a terminal.'
            : 'Run `claude` in a terminal and follow its words.',
      });
    if (agent.tested === 'older' || agent.tested === 'newer')
      problems.push({
        what: `${name} ${agent.version ?? ''} is ${agent.tested} than what this Bureau was tested with (${agent.testedRange}).`,
        means: 'It will most likely work; something it says may be shown as a plain notice.',
        todo:
          agent.tested === 'older' ? `Bring ${name} up to date.` : 'Bring Bureau up to date when a new one is there.',
      });
    return problems;
  });
}

function holdProblem({ detail }: DoctorReport['holding']): Problem {
  return {
    what: 'This computer offers no sure way to hold what a task starts.',
    means: 'Stop still ends all that can be found, but Bureau will say «not proved» instead of «stopped».',
    todo: detail,
  };
}

function folderProblems(dataDir: string): readonly Problem[] {
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir);
  try {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    accessSync(folder, constants.W_OK);
    return [];
  } catch (error) {
    return [
      {
        what: `The data folder ${dataDir} can't be written.`,
        means: 'Bureau can keep no journal there, so it starts no work.',
        todo: `Give yourself the right to write there, or name another folder with --data-dir (${error instanceof Error ? error.message : String(error)}).`,
      },
    ];
  }
}
