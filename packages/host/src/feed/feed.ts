import type { DeskLine, TaskEvent } from '@bureau/contracts';
import type { Engine } from '@bureau/engine';
import type { OfficeSource } from '../types.ts';
import { openFrame } from './frame.ts';
import { gatherList } from './list-changes.ts';
import type { Window } from './window.ts';

/**
 * Tells every window what happens: a snapshot first, then numbered events, gathered once a frame and written out
 * once for all. A slow window is left out and gets a snapshot when it's ready, so that it never holds the others.
 */
export interface Feed {
  subscribeList(window: Window): void;
  /** False for an unknown task. */
  subscribeTask(window: Window, task: string, after: number | undefined): boolean;
  unsubscribeTask(window: Window, task: string): void;
  subscribeOffice(window: Window): Promise<void>;
  unsubscribeOffice(window: Window): void;
  /** The window has taken what waited for it. */
  ready(window: Window): void;
  leave(window: Window): void;
  /** Tells at once what waits for the next frame. */
  flush(): void;
  close(): void;
}

export function openFeed(engine: Engine, office: () => Promise<OfficeSource | null>): Feed {
  const followers = new Map<string, Set<Window>>();
  const listed = new Set<Window>();
  const looking = new Set<Window>();
  let events = new Map<string, TaskEvent[]>();
  let desks = new Map<string, DeskLine>();
  let source: OfficeSource | null = null;
  let stopOffice: (() => void) | null = null;

  const flush = (): void => {
    flushEvents();
    flushList();
    flushDesks();
  };
  const frame = openFrame(flush);
  const list = gatherList(frame.want);

  const flushEvents = (): void => {
    const gathered = events;
    events = new Map();
    for (const [task, happened] of gathered) {
      const first = happened[0]!.seq;
      const last = happened.at(-1)!.seq;
      let text: string | null = null;
      for (const window of followers.get(task) ?? []) {
        const has = window.tasks.get(task) ?? 0;
        if (window.behind.has(task) || last <= has) continue;
        if (has + 1 < first) {
          sync(window, task);
          continue;
        }
        const whole = has + 1 === first;
        if (whole) text ??= JSON.stringify({ type: 'events', task, events: happened });
        const sent = window.offer(
          whole && text !== null
            ? text
            : JSON.stringify({ type: 'events', task, events: happened.filter(({ seq }) => seq > has) }),
        );
        if (sent) window.tasks.set(task, last);
        else window.behind.add(task);
      }
    }
  };
  const flushList = (): void => {
    const changes = list.take();
    if (!changes || listed.size === 0) return;
    const { tasks, removed } = changes;
    const text = JSON.stringify({ type: 'tasks', whole: false, tasks, ...(removed.length ? { removed } : {}) });
    for (const window of listed) if (window.list === 'yes' && !window.offer(text)) window.list = 'behind';
  };
  const flushDesks = (): void => {
    if (desks.size === 0) return;
    const text = JSON.stringify({ type: 'desks', whole: false, desks: [...desks.values()] });
    desks = new Map();
    for (const window of looking) if (window.office === 'yes' && !window.offer(text)) window.office = 'behind';
  };

  /** Sends what a window lacks: the events when they are all at hand, else the whole task. */
  const sync = (window: Window, task: string, after = window.tasks.get(task)): boolean => {
    const missed = after === undefined ? null : engine.eventsAfter(task, after);
    if (missed) {
      window.tasks.set(task, missed.at(-1)?.seq ?? after!);
      if (missed.length) window.send({ type: 'events', task, events: missed });
      return true;
    }
    const snapshot = engine.snapshot(task);
    if (!snapshot) return false;
    window.tasks.set(task, snapshot.summary.seq);
    window.send({ type: 'snapshot', task, snapshot });
    return true;
  };
  const sendList = (window: Window): void => {
    window.list = 'yes';
    window.send({ type: 'tasks', whole: true, tasks: engine.tasks() });
  };
  const sendDesks = (window: Window): void => {
    window.office = 'yes';
    window.send({ type: 'desks', whole: true, desks: source?.desks() ?? [] });
  };

  const stopEvents = engine.onEvents((task, happened) => {
    if (happened.length === 0 || !followers.has(task)) return;
    const gathered = events.get(task);
    if (gathered) for (const event of happened) gathered.push(event);
    else events.set(task, [...happened]);
    frame.want();
  });
  const stopTasks = engine.onTasks((changed, removed) => {
    if (listed.size > 0) list.add(changed, removed);
  });

  return {
    subscribeList(window) {
      listed.add(window);
      sendList(window);
    },
    subscribeTask(window, task, after) {
      window.behind.delete(task);
      if (!sync(window, task, after)) return false;
      let windows = followers.get(task);
      if (!windows) {
        windows = new Set();
        followers.set(task, windows);
      }
      windows.add(window);
      return true;
    },
    unsubscribeTask(window, task) {
      window.tasks.delete(task);
      window.behind.delete(task);
      const windows = followers.get(task);
      windows?.delete(window);
      if (windows?.size === 0) followers.delete(task);
    },
    async subscribeOffice(window) {
      looking.add(window);
      source ??= await office();
      stopOffice ??=
        source?.subscribe((lines) => {
          if (looking.size === 0) return;
          for (const line of lines) desks.set(line.desk, line);
          frame.want();
        }) ?? null;
      if (looking.has(window)) sendDesks(window);
    },
    unsubscribeOffice(window) {
      window.office = 'no';
      looking.delete(window);
    },
    ready(window) {
      if (window.list === 'behind') sendList(window);
      if (window.office === 'behind') sendDesks(window);
      const behind = [...window.behind];
      window.behind.clear();
      for (const task of behind) sync(window, task);
    },
    leave(window) {
      listed.delete(window);
      looking.delete(window);
      for (const task of [...window.tasks.keys()]) this.unsubscribeTask(window, task);
    },
    flush,
    close() {
      flush();
      frame.close();
      list.close();
      stopEvents();
      stopTasks();
      stopOffice?.();
    },
  };
}
