import { parse } from 'node:path';
import type { Deps, Live } from '../live/live.ts';
import { apply, nextId } from '../live/live.ts';

export type Asked =
  | { readonly go: true; readonly withoutFolderPrograms: boolean }
  | { readonly go: false; readonly how: 'failed' | 'stopped'; readonly message: string };

/** What Bureau itself asks before a start, as questions of its own, before the agent's session. */
export async function askBeforeStart(deps: Deps, live: Live, again: boolean): Promise<Asked> {
  if (!again && isWide(live.state.folder, deps.options.home)) {
    if (live.request.noInput)
      return {
        go: false,
        how: 'failed',
        message: `${wideWords(live.state.folder)} Nobody is here to say a second yes, so nothing was started.`,
      };
    const answers = await ask(deps, live, {
      id: 'folder',
      title: `Really let it work in ${live.state.folder}?`,
      text: `${wideWords(live.state.folder)} Go on all the same?`,
      options: [
        { label: 'Go on', description: 'It may read and, where you allow it, change everything below this folder.' },
        { label: 'Do not start', description: 'Nothing is started. Pick a smaller folder.' },
      ],
    });
    if (answers !== 'Go on')
      return { go: false, how: 'stopped', message: 'It was not started, because the folder was not confirmed.' };
  }
  return { go: true, withoutFolderPrograms: false };
}

/** The person's home folder, or the root of a disk. */
const isWide = (folder: string, home: string): boolean => folder === home || folder === parse(folder).root;

const wideWords = (folder: string) =>
  folder === parse(folder).root
    ? `${folder} is the whole disk.`
    : `${folder} is your home folder, with everything you have.`;

/** Asks one question; the label that was chosen, or `null` for a refusal or a stop. */
export async function ask(
  deps: Deps,
  live: Live,
  question: {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly exact?: string;
    readonly options: readonly { readonly label: string; readonly description: string }[];
  },
): Promise<string | null> {
  const requestId = nextId(live, 'r');
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, readonly string[]>> | null>();
  live.ownQuestions.set(requestId, resolve);
  apply(deps, live, {
    type: 'request-opened',
    requestId,
    kind: 'question',
    own: true,
    card: {
      title: question.title,
      sentence: question.text,
      chips: [],
      places: [{ id: 'inside', path: live.state.folder }],
      confident: true,
      grantable: false,
      details: [],
      place: 'inside',
      answers: ['allow', 'deny'],
    },
    questions: [
      { id: question.id, text: question.text, options: question.options, multiple: false, secret: false, free: false },
    ],
    exact: question.exact ?? '',
    raw: null,
  });
  const answers = await promise;
  return answers?.[question.id]?.[0] ?? null;
}
