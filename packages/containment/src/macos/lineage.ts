/** A process as one scan shows it. The unique ids are the kernel's: 64 bits, never given twice in a boot. */
export interface Scanned {
  readonly pid: number;
  readonly unique: bigint;
  /** Of the process that spawned it; survives the spawner's end and every handing over. */
  readonly parentUnique: bigint;
  readonly name: string;
  readonly uid: number;
  readonly stopped: boolean;
  readonly zombie: boolean;
  readonly startedAt: string;
  /** BUREAU_HOLD of its environment; null where that can't be read (programs signed by Apple). */
  readonly tag: string | null;
}

/** Everything that was ever known to belong to the hold. It only grows, so a parent may end between two scans. */
export type Lineage = Map<bigint, Scanned>;

/** Adds what descends from the known ones, and what carries the hold's tag, until a round adds nothing. */
export function grow(lineage: Lineage, scan: readonly Scanned[], hold: string): number {
  let added = 0;
  for (let before = -1; before !== added; ) {
    before = added;
    for (const one of scan) {
      if (lineage.has(one.unique)) continue;
      if (!lineage.has(one.parentUnique) && one.tag !== hold) continue;
      lineage.set(one.unique, one);
      added++;
    }
  }
  return added;
}

/** Of the lineage, who lives by this scan; `spared` and their own descendants left out. */
export function living(lineage: Lineage, scan: readonly Scanned[], spared: ReadonlySet<bigint>): Scanned[] {
  return scan.filter((one) => lineage.has(one.unique) && !one.zombie && !descends(lineage, one, spared));
}

/** Whether a process is one of `roots` or descends from one, as far as its forebears are known. */
export function descends(lineage: Lineage, one: Scanned, roots: ReadonlySet<bigint>): boolean {
  const met = new Set<bigint>();
  for (let at: Scanned | undefined = one; at && !met.has(at.unique); at = lineage.get(at.parentUnique)) {
    if (roots.has(at.unique)) return true;
    met.add(at.unique);
  }
  return false;
}
