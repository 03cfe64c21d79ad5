import type { SearchHit } from '@bureau/contracts';
import { useEffect, useState } from 'react';
import { useApp, wordsOf } from '../app/app.tsx';
import { useWords } from '../words/use-words.ts';
import { Link } from './list.tsx';

type Found =
  | { readonly query: string; readonly hits: readonly SearchHit[] }
  | { readonly query: string; readonly failed: string };

/** What was found in everything that was said. */
export function FoundList({ query }: { readonly query: string }) {
  const { line } = useApp();
  const say = useWords();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let here = true;
    line.call('tasks.search', { query, limit: 30 }).then(
      ({ hits }) => here && setFound({ query, hits }),
      (error) => here && setFound({ query, failed: wordsOf(error) }),
    );
    return () => {
      here = false;
    };
  }, [line, query]);
  if (!found) return <p className="soft list-empty">{say('search.busy')}</p>;
  if ('failed' in found) return <p className="list-empty">{found.failed}</p>;
  return (
    <>
      <p className="soft small list-empty" role="status">
        {say('search.found', { count: found.hits.length })}
      </p>
      <ul className="tasks">
        {found.hits.map(({ task, title, seq, excerpt }) => (
          <li key={`${task} ${seq}`}>
            <Link to={{ at: 'task', task }} className="task-line" current={false}>
              <span className="task-title" dir="auto">
                {title}
              </span>
              <span className="task-sub soft excerpt" dir="auto">
                {excerpt}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
