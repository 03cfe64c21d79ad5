/**
 * Engine, agents and holds in one process, without a server: what `bureau run` uses.
 *
 *   const opened = await openLocal({ dataDir: dataDirOf(undefined, env), env });
 *   if (opened.ok) await opened.engine.start({ … });
 */
import { type Engine, openEngine, type Result } from '@bureau/engine';
import { type Choice, compose } from './compose.ts';

export { findAgent } from '@bureau/agents';
export type { Engine, EngineError, StartRequest } from '@bureau/engine';
export { look } from '@bureau/engine';
export { type Choice, compose } from './compose.ts';
export { dataDirOf, homeOf } from './data-dir.ts';
export { languageOf } from './language.ts';

/** Opens the engine in this process; its owner calls `close`. */
export async function openLocal(choice: Choice): Promise<Result<{ readonly engine: Engine }>> {
  return openEngine(await compose(choice));
}
