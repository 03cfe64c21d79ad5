import { homedir } from 'node:os';
import type { Desk, DeskLine } from '@bureau/contracts';
import { dayOf, spanOf } from './day.ts';
import { deskId } from './desk.ts';
import { advance, deskNow, type Entry, type Kept, keep, openEntry, reread } from './entry.ts';
import { claudeHome, codexHome, type Home, lifeOf } from './homes.ts';
import { isObject } from './json.ts';
import { readTranscript, readTranscriptBefore } from './transcript.ts';
import type { Collector, CollectorOptions, Life, LogFile } from './types.ts';
import { type Changed, folderWatch } from './watch.ts';
import { loadWords, wordsFor } from './words.ts';

/** How often living sessions and hot folders are looked at, in ms. */
const pace = 250;
/** Logs read before the event loop gets its turn again, and their desks their way out. */
const batch = 64;

/** Reads the logs of all homes, newest first, then (with `watch`) goes on by cursor until closed. */
export function openCollector(options: CollectorOptions & { readonly watch: boolean }): Collector {
  const homes: Home[] = [...options.claudeDirs.map(claudeHome), ...options.codexDirs.map(codexHome)];
  const language = options.language ?? 'en';
  const home = options.home ?? homedir();
  let words = wordsFor(language, home);
  const entries = new Map<string, Entry>();
  const desks = new Map<string, Desk>();
  const owners = new Map<string, string>();
  const unread = new Map<string, string>();
  const listeners = new Set<(lines: readonly DeskLine[]) => void>();
  const folders = folderWatch();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const tell = (lines: readonly DeskLine[]) => {
    if (lines.length > 0) for (const listener of listeners) listener(lines);
  };

  /** The desk of an entry, when it differs from the one shown. Of two logs of one session the younger one counts. */
  const update = (entry: Entry): DeskLine[] => {
    const id = deskId(entry.file, entry.facts);
    const owner = owners.get(id);
    const other = owner === undefined ? undefined : entries.get(owner);
    if (other && other !== entry && other.file.mtimeMs > entry.file.mtimeMs) return [];
    owners.set(id, entry.file.path);
    const desk = deskNow(entry, words);
    entry.desk = desk;
    if (same(desks.get(id), desk)) return [];
    desks.set(id, desk);
    return [desk];
  };

  const kept = (file: LogFile): Kept | undefined => {
    const value = options.cursors?.get(`log:${file.path}`);
    return isObject(value) ? (value as unknown as Kept) : undefined;
  };

  const add = (file: LogFile, life: Life): DeskLine[] => {
    const entry = openEntry(file, life, kept(file), unread);
    entries.set(file.path, entry);
    if (life.alive === 'no') options.cursors?.set(`log:${file.path}`, keep(entry));
    return update(entry);
  };

  const first = async () => {
    await loadWords(language);
    const found: { file: LogFile; life: Life }[] = [];
    for (const home of homes) {
      const listing = home.list();
      const lives = home.lives();
      for (const [path, why] of listing.unread) unread.set(path, why);
      for (const folder of listing.folders) folders.add(folder, home, home.isHot(folder) || !lives.known);
      for (const file of listing.files) found.push({ file, life: lifeOf(file, lives, file.session) });
    }
    found.sort((a, b) => b.file.mtimeMs - a.file.mtimeMs);
    for (let from = 0; from < found.length && !closed; from += batch) {
      tell(found.slice(from, from + batch).flatMap(({ file, life }) => add(file, life)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  /** New files in folders that changed; gone ones taken away. */
  const relist = (changed: readonly Changed[], lives: Map<Home, ReturnType<Home['lives']>>) => {
    const out: DeskLine[] = [];
    for (const { folder, home } of changed) {
      const listing = home.listFolder(folder, unread);
      for (const path of listing.folders) folders.add(path, home, home.isHot(path) || !lives.get(home)!.known);
      for (const file of listing.files) {
        const entry = entries.get(file.path);
        if (!entry) out.push(...add(file, lifeOf(file, lives.get(home)!, file.session)));
        else if (!entry.followed && (entry.file.size !== file.size || entry.file.inode !== file.inode)) {
          entry.file = file;
          reread(entry, unread);
          out.push(...update(entry));
        }
      }
    }
    return out;
  };

  /** Life and growth of every session that lives, or did until now. */
  const follow = (lives: Map<Home, ReturnType<Home['lives']>>) => {
    const out: DeskLine[] = [];
    for (const entry of entries.values()) {
      const home = homes.find(({ path, agent }) => path === entry.file.home && agent === entry.file.agent)!;
      const life = lifeOf(entry.file, lives.get(home)!, entry.facts.session ?? entry.file.session);
      const was = entry.life;
      if (life.alive === 'no' && was.alive === 'no') continue;
      entry.life = life;
      if (!entry.followed) reread(entry, unread);
      else advance(entry, unread);
      out.push(...update(entry));
      if (life.alive === 'no') options.cursors?.set(`log:${entry.file.path}`, keep(entry));
    }
    return out;
  };

  const forget = () => {
    const out: DeskLine[] = [];
    for (const [path, entry] of entries) {
      if (folders.exists(path)) continue;
      entries.delete(path);
      const id = deskId(entry.file, entry.facts);
      if (owners.get(id) !== path) continue;
      owners.delete(id);
      desks.delete(id);
      out.push({ desk: id, removed: true });
    }
    return out;
  };

  /** Folders where a living session's logs are, or should appear: its own, and its sub-agents'. */
  const livingFolders = (lives: Map<Home, ReturnType<Home['lives']>>): Set<string> => {
    const out = new Set<string>();
    for (const [home, { lives: living, known }] of lives) {
      for (const [session, life] of living) {
        for (const folder of home.placesOf(session, life)) {
          if (!folders.exists(folder)) continue;
          folders.add(folder, home, home.isHot(folder) || !known);
          const subagents = folder.endsWith('subagents');
          if (subagents || !desks.has(`${home.agent}:${session}`)) out.add(folder);
        }
      }
    }
    return out;
  };

  const look = () => {
    const lives = new Map(homes.map((home) => [home, home.lives()] as const));
    const changed = folders.changed(livingFolders(lives));
    // New files first: their life is known by the look that found them, and they are followed in the same one.
    tell([...relist(changed, lives), ...follow(lives), ...(changed.length > 0 ? forget() : [])]);
  };

  /** Sessions with a time of work, each once. */
  const worked = () =>
    [...owners.values()].flatMap((path) => {
      const entry = entries.get(path);
      return entry?.desk && entry.facts.firstAt > 0
        ? [{ desk: entry.desk, file: entry.file, firstAt: entry.facts.firstAt, lastAt: entry.facts.lastAt }]
        : [];
    });

  const ready = first().then(() => {
    if (closed || !options.watch) return;
    // What came while the first reading went on.
    look();
    timer = setInterval(look, pace);
  });

  return {
    ready,
    desks: () => [...desks.values()],
    subscribe(listener) {
      listeners.add(listener);
      if (desks.size > 0) listener([...desks.values()]);
      return () => listeners.delete(listener);
    },
    transcript(id, from) {
      const entry = entries.get(owners.get(id) ?? '');
      return entry ? readTranscript(entry.file, from, words) : null;
    },
    transcriptBefore(id, before) {
      const entry = entries.get(owners.get(id) ?? '');
      return entry ? readTranscriptBefore(entry.file, before, words) : null;
    },
    day: (date) => dayOf(worked(), date, new Date(`${date}T12:00:00`).getTimezoneOffset(), words),
    find(query, limit) {
      const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
      return worked()
        .filter(({ desk: { title, folder, agent } }) => {
          const text = `${title ?? ''}\n${folder}\n${agent}`.toLowerCase();
          return wanted.every((word) => text.includes(word));
        })
        .sort((a, b) => b.lastAt - a.lastAt)
        .slice(0, limit)
        .map((one) => spanOf(one, one.firstAt, one.lastAt));
    },
    async speak(wanted) {
      await loadWords(wanted);
      words = wordsFor(wanted, home);
      tell([...entries.values()].filter(({ life }) => life.alive !== 'no').flatMap(update));
    },
    unread: () => unread,
    close() {
      closed = true;
      clearInterval(timer);
      listeners.clear();
    },
  };
}

function same(a: Desk | undefined, b: Desk): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
