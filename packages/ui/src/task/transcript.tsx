import type { TaskView } from '@bureau/host/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { useWords } from '../words/use-words.ts';
import { LineView } from './line-view.tsx';
import { type Line, toLines } from './lines.ts';
import { usePage } from './use-task.ts';

/** How near to its end (pixels) a transcript follows what comes. */
const near = 80;
/** Up to so many lines all are there, so that the browser's own search finds everything. */
const allUpTo = 120;

const guess = (line: Line): number => {
  if (line.kind === 'steps' || line.kind === 'step') return 40;
  return line.kind === 'row' && line.row.kind === 'past-turn' ? 180 : 96;
};

/** The conversation: only the lines in sight are there; it follows its end unless the person scrolled away. */
export function Transcript({ view }: { readonly view: TaskView }) {
  const app = useApp();
  const say = useWords();
  const page = usePage();
  const opened = useStore(page.opened, (now) => now.keys);
  // The rows grow in place; the view is a new one each time.
  const lines = useMemo(() => toLines(view.rows, opened), [view, opened]);
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const anchor = useRef<{ readonly key: string; readonly top: number } | null>(null);
  const [away, setAway] = useState(false);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guess(lines[index]!),
    getItemKey: (index) => lines[index]!.key,
    overscan: lines.length <= allUpTo ? allUpTo : 6,
    useFlushSync: false,
  });
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
    follows.current = rest < near;
    setAway(rest > 400);
    anchor.current = anchorOf(element);
  }, []);
  // What is in sight stays where it is when something is put in before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the lines are others.
  useLayoutEffect(() => {
    if (follows.current) return toEnd();
    const element = scroller.current;
    const kept = anchor.current;
    if (!element || !kept) return;
    const index = lines.findIndex(({ key }) => key === kept.key);
    const offset = index < 0 ? undefined : virtual.getOffsetForIndex(index, 'start')?.[0];
    if (offset !== undefined && Math.abs(offset - kept.top - element.scrollTop) > 2)
      element.scrollTop = offset - kept.top;
  }, [lines.length, lines[0]?.key]);
  useEffect(() => {
    const element = inner.current;
    if (!element) return;
    const watch = new ResizeObserver(() => follows.current && toEnd());
    watch.observe(element);
    if (scroller.current) watch.observe(scroller.current);
    return () => watch.disconnect();
  }, [toEnd]);
  const items = virtual.getVirtualItems();
  return (
    <div className="transcript-holder">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard. */}
      <section className="transcript" ref={scroller} onScroll={onScroll} tabIndex={0} aria-label={say('transcript')}>
        {view.earlierTurns > 0 && (
          <div className="earlier">
            <Button slim onClick={() => void app.attempt(page.store.loadEarlier())}>
              {say('transcript.earlier', { count: view.earlierTurns })}
            </Button>
          </div>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: only part of the list is in the page, with its place in the whole. */}
        <div className="lines" role="list" ref={inner} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => (
            // biome-ignore lint/a11y/useSemanticElements: see above.
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              data-key={String(item.key)}
              role="listitem"
              aria-setsize={lines.length}
              aria-posinset={item.index + 1}
              className="line"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <LineView line={lines[item.index]!} />
            </div>
          ))}
        </div>
      </section>
      {away && (
        <Button
          slim
          icon="down"
          className="to-end"
          onClick={() => {
            follows.current = true;
            toEnd();
          }}
        >
          {say('transcript.toEnd')}
        </Button>
      )}
    </div>
  );
}

/** The first line that begins in sight, and where it stands. */
function anchorOf(element: HTMLElement): { readonly key: string; readonly top: number } | null {
  const { top } = element.getBoundingClientRect();
  for (const line of element.querySelectorAll<HTMLElement>('[data-key]')) {
    const place = line.getBoundingClientRect().top - top;
    if (place >= 0 && !line.dataset['key']!.startsWith('past:')) return { key: line.dataset['key']!, top: place };
  }
  return null;
}
