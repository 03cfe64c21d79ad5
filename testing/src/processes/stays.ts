import { statSync } from 'node:fs';

/** Whether a file keeps its size for so long; a file that isn't there has the size 0. */
export async function staysAsItIs(path: string, ms: number): Promise<boolean> {
  const before = sizeOf(path);
  await new Promise((resolve) => setTimeout(resolve, ms));
  return sizeOf(path) === before;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
