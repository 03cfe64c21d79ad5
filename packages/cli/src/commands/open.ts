import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FoundHost, OpenedHost, OwnHost } from '@bureau/host/launch';
import type { Common, Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';
import { type OpenOptions, parseOpen } from '../open/options.ts';
import { sayStopped } from '../open/say-stopped.ts';
import { untilUnused } from '../open/until-unused.ts';
import { version } from '../version.ts';

/** Opens Bureau, or finds the one that is open (CONTRACTS.md). */
export const run: Run = async (args, common) => {
  const parsed = parseOpen(args);
  if (parsed === 'help') {
    process.stdout.write(helpOf('open'));
    return 0;
  }
  if (!parsed.ok) return wrongUse(parsed.message);
  const { folder } = parsed.options;
  if (folder !== null && !isFolder(folder)) return wrongUse(`${resolve(folder)} is not a folder.`);
  return open(parsed.options, common);
};

async function open(options: OpenOptions, common: Common): Promise<number> {
  const signal = firstSignal();
  const [{ openHost }, { dataDirOf }] = await Promise.all([
    import('@bureau/host/launch'),
    import('@bureau/host/local'),
  ]);
  const opened = await openHost({
    dataDir: dataDirOf(common.dataDir, process.env),
    env: process.env,
    version,
    loginShell: !process.stdin.isTTY && !options.json,
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  if (!opened.ok) {
    process.stderr.write(`bureau open: ${opened.error.message}\n`);
    return opened.error.code === 'port' && options.port !== undefined ? 2 : 1;
  }
  const host = opened.kind === 'own' ? opened.own : opened.found;
  if (options.json) say(host);
  else await show(opened, options);
  return opened.kind === 'own' ? serve(opened.own, options, signal) : attend(opened.found, options, signal);
}

/** One line for programs, as soon as the address can be used. */
function say({ url, token, pid, dataDir, version }: FoundHost): void {
  process.stdout.write(`${JSON.stringify({ url: `${url}/#token=${token}`, pid, dataDir, version })}\n`);
}

async function show(opened: OpenedHost, options: OpenOptions): Promise<void> {
  const { openWindow, askHost } = await import('@bureau/host/launch');
  const host = opened.kind === 'own' ? opened.own : opened.found;
  const address = `${host.url}/#token=${host.token}`;
  if (!options.window) {
    process.stderr.write(`Bureau is open at ${address}\n`);
    return;
  }
  let enter: string | null = null;
  if (opened.kind === 'own') enter = opened.own.ticketUrl();
  else {
    const answer = await askHost(opened.found, '/api/ticket', {});
    if (answer.ok) enter = `${host.url}${(answer.value as { path: string }).path}`;
  }
  const folder = options.folder === null ? '' : `&folder=${encodeURIComponent(resolve(options.folder))}`;
  const opening =
    enter === null ? null : openWindow({ url: `${enter}${folder}`, dataDir: host.dataDir, env: process.env });
  const shown = await opening;
  if (shown?.ok) {
    process.stderr.write(`Bureau is open in a window of its own. It is also at ${address}\n`);
    return;
  }
  const why = shown ? ` ${shown.message}` : '';
  process.stderr.write(`Bureau is open.${why} Go to this address in a browser:\n${address}\n`);
}

/** Runs until a signal, or until nobody has a window open and nothing runs. */
async function serve(own: OwnHost, options: OpenOptions, signal: Promise<string>): Promise<number> {
  const quit = new Promise<string>((done) => own.host.onQuit(() => done('asked to by a window')));
  const unused = options.window ? untilUnused(own) : new Promise<string>(() => {});
  const why = await Promise.race([signal, quit, unused]);
  const stopped = await own.close(why);
  return sayStopped(stopped);
}

/** Another process is the host: this one only waits, so that both look alike to whoever started it. */
async function attend(found: FoundHost, options: OpenOptions, signal: Promise<string>): Promise<number> {
  if (!options.json) return 0;
  const { isAlive } = await import('@bureau/containment');
  const gone = new Promise<string>((done) => {
    const timer = setInterval(() => {
      if (isAlive(found.pid)) return;
      clearInterval(timer);
      done('gone');
    }, 1_000);
    void signal.then(() => clearInterval(timer));
  });
  await Promise.race([signal, gone]);
  return 0;
}

function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve(name));
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function wrongUse(message: string): number {
  process.stderr.write(`bureau open: ${message}\n`);
  return 2;
}
