import { processStart } from '@bureau/containment/alive';
import type { Settings } from '@bureau/contracts';
import type { Result } from '@bureau/engine';
import { dropOldFiles } from '../calls/attach-file.ts';
import { readDoctor } from '../doctor/read-doctor.ts';
import { homeOf, languageOf, openLocal } from '../local/index.ts';
import { readNote, writeNote } from '../lock/record.ts';
import { newToken } from '../lock/token.ts';
import { openLog } from '../log/open-log.ts';
import { startHost } from '../server/start-host.ts';
import type { OfficeSource } from '../types.ts';
import type { OpenHostOptions, OwnHost, Stopped } from './open-host.ts';
import { windowDir } from './window-dir.ts';

/** Opens journal, engine and server in this process, which holds the lock. */
export async function becomeHost(
  options: OpenHostOptions,
  lock: { release(): void },
): Promise<Result<{ readonly own: OwnHost }>> {
  const { dataDir, env, version } = options;
  const { log, close: closeLog } = await openLog(dataDir);
  const opened = await openLocal({
    dataDir,
    env,
    log,
    ...(options.loginShell === undefined ? {} : { loginShell: options.loginShell }),
  });
  if (!opened.ok) {
    log('error', 'The engine could not be opened.', { error: opened.error.message });
    await closeLog();
    lock.release();
    return opened;
  }
  const { engine } = opened;
  const recovered = await engine.recover();
  if (recovered.length > 0) log('warning', 'Work of a Bureau that died was ended.', { tasks: recovered });
  void dropOldFiles(dataDir, Date.now());
  const token = newToken(dataDir);
  const lastPort = readNote(dataDir)?.port;
  const started = await startHost({
    engine,
    dataDir,
    home: homeOf(env),
    version,
    token,
    ports: options.port === undefined ? [...(lastPort ? [lastPort] : []), 0] : [options.port],
    windowDir: windowDir(),
    doctor: () => readDoctor({ dataDir, env, version, trouble: engine.trouble }),
    office: async (): Promise<OfficeSource> => {
      const { openCollector, openOffice, agentHomes } = await import('../office/index.ts');
      const spoken = (chosen: Settings['language']) => (chosen === 'system' ? languageOf(env) : chosen);
      const collector = openCollector({
        ...agentHomes(env),
        watch: true,
        language: spoken(engine.settings().language),
        home: homeOf(env),
        cursors: engine.cursors,
      });
      return { ...openOffice(collector, engine), speak: (chosen) => collector.speak(spoken(chosen)) };
    },
    log,
  });
  if (!started.ok) {
    await engine.close();
    await closeLog();
    lock.release();
    return started;
  }
  const { host } = started;
  const note = { pid: process.pid, start: processStart(process.pid) ?? '', port: host.port };
  writeNote(dataDir, { ...note, instance: host.instance, version });

  const stopped: Stopped[] = [];
  engine.onEvents((_task, events) => {
    for (const event of events) if (event.type === 'stopped' && closing) stopped.push(event);
  });
  let closing: Promise<readonly Stopped[]> | null = null;
  const own: OwnHost = {
    host,
    url: host.url,
    token,
    pid: process.pid,
    dataDir,
    version,
    instance: host.instance,
    ticketUrl: () => `${host.url}${host.newTicket()}`,
    running: () => engine.tasks().filter(({ state }) => state !== 'ended').length,
    close(why) {
      closing ??= (async () => {
        await engine.close({ wish: 'stop' });
        await host.close(why);
        await closeLog();
        lock.release();
        return stopped;
      })();
      return closing;
    },
  };
  return { ok: true, own };
}
