import type { RequestRow } from '@bureau/host/client';
import { useEffect, useRef } from 'react';
import { agentName } from '../app/agents.ts';
import { announceCard } from '../app/announce.ts';
import { useWords } from '../words/use-words.ts';
import { CardView } from './card.tsx';
import { QuestionCard } from './question-card.tsx';
import './cards.css';

/** What waits for an answer, pinned above the composer; one at a time, the oldest first. */
export function CardDock({ requests, agent }: { readonly requests: readonly RequestRow[]; readonly agent: string }) {
  const say = useWords();
  const dock = useRef<HTMLDivElement>(null);
  const first = requests[0];
  const id = first?.requestId;
  const hadFocus = useRef(false);
  const name = isOwn(first) ? 'Bureau' : agentName(agent, say);
  const title = first?.card.title;
  useEffect(() => {
    announceCard(title === undefined ? '' : say('card.announce', { name, title }));
  }, [title, name, say]);
  // A new card takes the focus where nobody is typing: to its heading, never to an answer.
  useEffect(() => {
    const active = document.activeElement;
    if (id === undefined) {
      if (hadFocus.current && (active === document.body || active === null)) document.getElementById('main')?.focus();
      hadFocus.current = false;
      return;
    }
    if (active === null || active === document.body || active.id === 'main' || hadFocus.current)
      dock.current?.querySelector<HTMLElement>('.card-title')?.focus();
    else dock.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (!first) return null;
  const head = (
    <p className="card-who">
      <span>{say(first.request === 'question' ? 'card.question' : 'card.asks', { name })}</span>
      {requests.length > 1 && <span className="card-count">{say('card.count', { count: requests.length })}</span>}
    </p>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only remembers whether the focus is inside.
    <div
      ref={dock}
      className="card-dock"
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) hadFocus.current = false;
      }}
    >
      {first.request === 'question' ? (
        <QuestionCard key={first.requestId} row={first} head={head} />
      ) : (
        <CardView key={first.requestId} row={first} head={head} />
      )}
    </div>
  );
}

/** Whether Bureau itself asks (before a start), and not the agent. */
const isOwn = (row: RequestRow | undefined): boolean => row?.own === true;
