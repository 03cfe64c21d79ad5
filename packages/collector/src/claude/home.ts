import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@bureau/containment/alive';
import { isObject, number, parseRecord, text } from '../json.ts';
import type { Life, LogFile } from '../types.ts';

/** What one look at a Claude home found; folders that could not be read are named. */
export interface Listing {
  readonly files: readonly LogFile[];
  readonly unread: ReadonlyMap<string, string>;
  /** Folders whose change means a new file. */
  readonly folders: readonly string[];
}

const sessionName = /^([0-9a-zA-Z-]{8,})\.jsonl$/;
const agentName = /^agent-([0-9a-zA-Z_-]+)\.jsonl$/;

/** All session logs below a `~/.claude`: `projects/SLUG/SESSION.jsonl` and `projects/SLUG/SESSION/subagents/agent-ID.jsonl`. */
export function listClaude(home: string): Listing {
  const files: LogFile[] = [];
  const unread = new Map<string, string>();
  const seen = new Set<string>();
  const projects = join(home, 'projects');
  const folders = [home, projects, join(home, 'sessions')];
  for (const slug of names(projects, unread)) {
    const folder = join(projects, slug);
    const identity = identify(folder);
    // A link to a folder that was seen already, or back up to one.
    if (!identity || seen.has(identity)) continue;
    seen.add(identity);
    const found = listProject(home, folder, unread);
    if (!found) continue;
    folders.push(folder, ...found.folders);
    files.push(...found.files);
  }
  return { files, unread, folders };
}

/** One project's folder again, when its time of change says so. */
export function listProject(
  home: string,
  folder: string,
  unread: Map<string, string>,
): { files: LogFile[]; folders: string[] } | undefined {
  const files: LogFile[] = [];
  const folders: string[] = [];
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch (error) {
    note(unread, folder, error);
    return undefined;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const session = sessionName.exec(entry.name)?.[1];
    if (session) add(files, unread, { agent: 'claude', home, path, session });
    else if (entry.isDirectory() && entry.name.length >= 8) {
      const subagents = join(path, 'subagents');
      if (!identify(subagents)) continue;
      folders.push(subagents);
      for (const name of names(subagents, unread)) {
        const id = agentName.exec(name)?.[1];
        if (id)
          add(files, unread, {
            agent: 'claude',
            home,
            path: join(subagents, name),
            session: id,
            parentSession: entry.name,
          });
      }
    }
  }
  return { files, folders };
}

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });

function add(files: LogFile[], unread: Map<string, string>, log: Omit<LogFile, 'size' | 'mtimeMs' | 'inode'>): void {
  try {
    const stat = statSync(log.path);
    if (stat.isFile()) files.push({ ...log, size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino });
  } catch (error) {
    note(unread, log.path, error);
  }
}

export function identify(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? `${stat.dev}:${stat.ino}` : undefined;
  } catch {
    return undefined;
  }
}

export function names(folder: string, unread: Map<string, string>): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    note(unread, folder, error);
    return [];
  }
}

export function note(unread: Map<string, string>, path: string, error: unknown): void {
  const code = isObject(error) ? text(error['code']) : undefined;
  // What isn't there needs no word: most people have one of the two agents.
  if (code !== 'ENOENT') unread.set(path, code ?? String(error));
}

let ownNamespace: string | undefined;

/**
 * Which sessions a living process has, from `sessions/PID.json` (`procStart` is the start time in ticks, `status` its own word:
 * busy, idle, waiting). A file whose process is gone, or is another one by now, is no sign of life.
 */
export function claudeLives(home: string): { readonly lives: ReadonlyMap<string, Life>; readonly known: boolean } {
  const lives = new Map<string, Life>();
  const folder = join(home, 'sessions');
  if (!identify(folder)) return { lives, known: false };
  for (const name of names(folder, new Map())) {
    if (!/^\d+\.json$/.test(name)) continue;
    const record = readJson(join(folder, name));
    const session = record && text(record['sessionId']);
    if (!record || !session) continue;
    const life = lifeOf(record);
    if (life && lives.get(session)?.alive !== 'yes') lives.set(session, life);
  }
  return { lives, known: true };
}

function lifeOf(record: Readonly<Record<string, unknown>>): Life | undefined {
  const pid = number(record['pid']);
  if (pid <= 0) return undefined;
  const domain = text(record['pidDomain']);
  if (domain && process.platform === 'linux') {
    ownNamespace ??= namespace();
    const theirs = /pid:\[\d+\]/.exec(domain)?.[0];
    // Another pid namespace (a container): its numbers mean nothing here.
    if (theirs && ownNamespace && theirs !== ownNamespace) return { alive: 'unknown' };
  }
  if (!isAlive(pid, text(record['procStart']))) return undefined;
  const status = text(record['status']);
  const word = status === 'busy' || status === 'idle' || status === 'waiting' ? status : status ? 'other' : undefined;
  const since = number(record['statusUpdatedAt']);
  const folder = text(record['cwd']);
  return {
    alive: 'yes',
    pid,
    ...(folder ? { folder } : {}),
    ...(word ? { word } : {}),
    ...(since ? { wordSince: since } : {}),
  };
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function readJson(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseRecord(readFileSync(path, 'utf8'));
  } catch {
    // Half written, or gone since: the next look sees it whole.
    return undefined;
  }
}
