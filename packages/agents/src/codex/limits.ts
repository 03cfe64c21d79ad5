/** How long each call of ours may take, in milliseconds. Codex under load leaves requests unanswered for ever. */
export const limits = {
  initialize: 30_000,
  account: 10_000,
  models: 10_000,
  thread: 60_000,
  turn: 30_000,
  steer: 10_000,
  interrupt: 5_000,
  list: 5_000,
  /** Of its own: the second never lives on the first's rest. */
  clean: 5_000,
  unsubscribe: 5_000,
} as const;
