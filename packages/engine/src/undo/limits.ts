/** What a checkpoint takes; the rest is named as left out, never silently missing. */
export const undoLimits = {
  files: 20_000,
  fileBytes: 20 * 1024 * 1024,
  allBytes: 512 * 1024 * 1024,
  /** Walking stops there. */
  walkMs: 10_000,
  /** How long the first words wait for the checkpoint; it then goes on beside the agent. */
  waitMs: 2_000,
  leftOutNamed: 200,
} as const;
