export { agentCache, agentsUnderTest, fetchAgent, type PinnedAgent, pinned } from './agents/fetch.ts';
export { cannotPlay, type Escape, escapes, stormScript, workScript } from './escapees/ways.ts';
export * from './fake-agent/index.ts';
export * from './messages-server/index.ts';
export { plainHold } from './plain-hold.ts';
export { limitPids } from './processes/limit-pids.ts';
export { staysAsItIs } from './processes/stays.ts';
export { until } from './processes/until.ts';
export * from './responses-server/index.ts';
