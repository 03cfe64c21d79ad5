/** One measured figure. `limit` is what an issue or the README asks for; `met` says whether it holds. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: string;
  readonly met?: boolean;
}

/** What `bench/src/NAME/index.ts` exports. */
export interface Bench {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits));
