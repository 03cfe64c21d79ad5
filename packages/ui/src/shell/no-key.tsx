import { spoken } from '../words/words.ts';

/** Shown when the page was opened without its key: for instance from a bookmark. */
export function NoKey() {
  const { say } = spoken.getState();
  return (
    <main className="alone stack">
      <h1>{say('nokey.title')}</h1>
      <p>{say('nokey.sentence')}</p>
    </main>
  );
}
