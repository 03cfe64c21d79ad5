import type { TaskView } from '@bureau/host/client';
import { useEffect, useRef } from 'react';
import { announceNews } from '../app/announce.ts';
import { useWords } from '../words/use-words.ts';

/** Tells a screen reader when a turn or the task ends; never what comes in between. */
export function useTurnNews(view: TaskView): void {
  const say = useWords();
  const before = useRef<string | null>(null);
  const state = view.status === 'ready' ? (view.summary?.state ?? null) : null;
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was === null || state === null || was === state) return;
    const last = view.rows.findLast((row) => row.kind === 'turn-ended');
    const summary = last?.kind === 'turn-ended' ? last.summary : '';
    if (state === 'idle' && was !== 'starting') announceNews(`${say('news.turnEnded')} ${summary}`.trim());
    if (state === 'ended') announceNews(say('news.ended'));
    if (state === 'stopping') announceNews(say('stop.progress'));
  }, [state, say, view.rows]);
}
