import type { AgentFound, AgentId } from '@bureau/contracts';

/** First and last version that the contract tests of this Bureau run with (`testing/src/agents`). */
const tested: Readonly<Record<AgentId, { readonly from: string; readonly to: string } | null>> = {
  claude: { from: '2.1.283', to: '2.1.332' },
  codex: { from: '0.156.0', to: '0.171.0' },
  practice: null,
};

/** The range in words, such as `2.1.283 to 2.1.332`. */
export function testedRange(agent: AgentId): string {
  const range = tested[agent];
  return range ? `${range.from} to ${range.to}` : 'comes with Bureau';
}

/** Where a version stands to the tested ones. A pre-release counts as its number. */
export function compareWithTested(agent: AgentId, version: string | null): AgentFound['tested'] {
  const range = tested[agent];
  if (!range) return 'tested';
  const numbers = version === null ? null : toNumbers(version);
  if (!numbers) return 'unknown';
  if (compare(numbers, toNumbers(range.from)!) < 0) return 'older';
  return compare(numbers, toNumbers(range.to)!) > 0 ? 'newer' : 'tested';
}

/** The version in what `--version` printed: `2.1.332 (Claude Code)`, `codex-cli 0.171.0`. */
export const versionIn = (printed: string): string | null => /\b(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec(printed)?.[1] ?? null;

function toNumbers(version: string): readonly number[] | null {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  return match ? match.slice(1).map(Number) : null;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) {
    const difference = number - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
