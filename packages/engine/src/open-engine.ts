import type { Engine, EngineOptions, Result } from './types.ts';

/** Opens the data folder's journal and the engine on it. */
export async function openEngine(_options: EngineOptions): Promise<Result<{ readonly engine: Engine }>> {
  return { ok: false, error: { code: 'journal', message: 'The engine is not built yet.' } };
}
