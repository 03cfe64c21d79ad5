/**
 * The engine's door. `openEngine(options)` opens the journal and gives an `Engine`:
 *
 *   const opened = await openEngine({ dataDir, env, home, language, drivers, findAgent, hold, … });
 *   if (!opened.ok) …opened.error.message…
 *   await opened.engine.recover();                        // once: dead owners' work is ended, and said
 *   engine.onEvents((task, events) => …);                 // journaled before told, in order, no gaps in `seq`
 *   engine.onTasks((changed, removed) => …);
 *   await engine.start({ agent, folder, prompt });        // { ok, task } or { ok: false, error }
 *   await engine.command(task, { type: 'answer', … }, 'window 2');
 *   await engine.calls['task.rename']({ task, title });   // every `HostCalls` method of `EngineMethod`
 *
 * `@bureau/host/local` composes it with the real drivers and holds (`openLocal`); the host does the same.
 */
export { look } from './look/look.ts';
export { openEngine } from './open-engine.ts';
export * from './types.ts';
