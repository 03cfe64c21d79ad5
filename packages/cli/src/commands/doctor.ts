import type { AgentFound, DoctorReport } from '@bureau/contracts';
import { parseAsking } from '../asking/options.ts';
import { plain, printJson, wrongUse } from '../asking/print.ts';
import type { Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';
import { version } from '../version.ts';

export const run: Run = async (args, common) => {
  const asked = parseAsking(args, 0);
  if (asked === 'help') {
    process.stdout.write(helpOf('doctor'));
    return 0;
  }
  if (!asked.ok) return wrongUse('doctor', asked.message);
  const [{ readDoctor }, { dataDirOf }] = await Promise.all([
    import('@bureau/host/launch'),
    import('@bureau/host/local'),
  ]);
  const report = await readDoctor({ dataDir: dataDirOf(common.dataDir, process.env), env: process.env, version });
  if (asked.json) printJson([report]);
  else show(report);
  return 0;
};

const names: Readonly<Record<string, string>> = { claude: 'Claude Code', codex: 'Codex', practice: 'Practice' };

function show(report: DoctorReport): void {
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  write(`Bureau ${report.version} on ${report.platform}, Node ${report.node}`);
  write('');
  for (const agent of report.agents) write(`${(names[agent.agent] ?? agent.agent).padEnd(12)} ${agentLine(agent)}`);
  const { holding } = report;
  const sure = holding.canProve ? 'Stop can be proved' : 'Stop can NOT be proved';
  write(
    `${'Holding'.padEnd(12)} ${sure}, with ${holding.mechanisms.join(' and ') || 'nothing'} (${plain(holding.detail)})`,
  );
  write(`${'Data'.padEnd(12)} ${report.dataDir} (${(report.dataBytes / 1_048_576).toFixed(1)} MB)`);
  write('');
  if (report.problems.length === 0) write('Everything is in order.');
  for (const { what, means, todo } of report.problems) write(`! ${what}\n  ${means}\n  What to do: ${todo}\n`);
}

function agentLine(agent: AgentFound): string {
  if (agent.path === null) return 'not found';
  const login = agent.login === 'yes' ? 'logged in' : agent.login === 'no' ? 'NOT logged in' : 'login not known';
  const detail = agent.loginDetail ? ` (${plain(agent.loginDetail, 80)})` : '';
  const tested = agent.tested === 'tested' ? 'tested' : `${agent.tested}, tested: ${agent.testedRange}`;
  return `${agent.version ?? 'version not known'} (${tested}), ${login}${detail}, ${agent.path}`;
}
