import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { claudeLives, type Listing, listClaude, listProject } from './claude/home.ts';
import { codexLives, listCodex, listCodexFolder } from './codex/home.ts';
import type { Life, LogFile } from './types.ts';

/** One agent's home: what logs it has, and which of their sessions live. */
export interface Home {
  readonly agent: LogFile['agent'];
  readonly path: string;
  list(): Listing;
  /** One folder of it again. */
  listFolder(
    folder: string,
    unread: Map<string, string>,
  ): { readonly files: readonly LogFile[]; readonly folders: readonly string[] };
  /** Where a new log may come at any moment; the other folders are looked at in turn. */
  isHot(folder: string): boolean;
  /** Where the log of a living session that is not known yet should be. */
  placesOf(session: string, life: Life): readonly string[];
  lives(): { readonly lives: ReadonlyMap<string, Life>; readonly known: boolean };
}

export function claudeHome(path: string): Home {
  return {
    agent: 'claude',
    path,
    list: () => listClaude(path),
    listFolder(folder, unread) {
      // A sub-agents' folder belongs to its project: PROJECT/SESSION/subagents.
      const project = folder.endsWith('subagents') ? dirname(dirname(folder)) : folder;
      return dirname(project).endsWith('projects')
        ? (listProject(path, project, unread) ?? { files: [], folders: [] })
        : listClaude(path);
    },
    isHot: (folder) => folder === path || dirname(folder) === path,
    // `projects/SLUG`: the folder's path with every other character than letters and digits as a hyphen.
    placesOf: (session, life) => {
      const project = life.folder ? [join(path, 'projects', life.folder.replace(/[^0-9A-Za-z]/g, '-'))] : [];
      return project.flatMap((folder) => [folder, join(folder, session, 'subagents')]);
    },
    lives: () => claudeLives(path),
  };
}

export function codexHome(path: string): Home {
  return {
    agent: 'codex',
    path,
    list: () => listCodex(path),
    listFolder: (folder, unread) =>
      folder.includes('sessions') ? listCodexFolder(path, folder, unread) : listCodex(path),
    isHot: (folder) => !isDay(folder) || dayMs(folder) > Date.now() - 3 * dayLength,
    placesOf: () => [],
    lives: () => codexLives(path),
  };
}

const dayLength = 24 * 3600 * 1000;
const isDay = (folder: string): boolean => /[\\/]\d{4}[\\/]\d\d[\\/]\d\d$/.test(folder);
const dayMs = (folder: string): number =>
  Date.parse(`${basename(dirname(dirname(folder)))}-${basename(dirname(folder))}-${basename(folder)}`);

const dead: Life = { alive: 'no' };
const untold: Life = { alive: 'unknown' };

/** The life of a log's session. A sub-agent lives with its parent. */
export function lifeOf(file: LogFile, found: ReturnType<Home['lives']>, session: string): Life {
  const life = found.lives.get(file.parentSession ?? session);
  if (life) return life;
  if (found.known) return dead;
  // The agent's home has no word on living sessions at all: what was not written to since the machine started is over.
  return file.mtimeMs < bootMs() || !couldLive(file) ? dead : untold;
}

let boot = 0;
function bootMs(): number {
  boot ||= Date.now() - (process.platform === 'linux' ? performanceSinceBoot() : 0);
  return process.platform === 'linux' ? boot : 0;
}
function performanceSinceBoot(): number {
  try {
    return Date.now() - statSync('/proc/1').ctimeMs;
  } catch {
    return 0;
  }
}

/** Without a list of the living, only a log of the last day is worth the word «unsure». */
function couldLive(file: LogFile): boolean {
  return Date.now() - file.mtimeMs < 24 * 3600 * 1000;
}
