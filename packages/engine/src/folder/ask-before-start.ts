import { parse } from 'node:path';
import { attempt } from '../live/attempt.ts';
import type { Deps, Live } from '../live/live.ts';
import { apply, nextId } from '../live/live.ts';
import { shorten } from '../task/words.ts';
import { folderPrograms } from './programs.ts';
import { isWide } from './wide.ts';

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
  if (live.state.agent !== 'claude') return { go: true, withoutFolderPrograms: false };
  return askAboutPrograms(deps, live);
}

const withThem = 'Work with them';
const withoutThem = 'Work without them';

/** The folder's own programs: once for each content, remembered. */
async function askAboutPrograms(deps: Deps, live: Live): Promise<Asked> {
  const { folder } = live.state;
  const { programs, hash } = await folderPrograms(folder);
  if (programs.length === 0) return { go: true, withoutFolderPrograms: false };
  const key = `folder-programs ${folder}`;
  const known = deps.journal.settings.get(key) as { hash?: string; answer?: string } | undefined;
  if (known?.hash === hash && known.answer !== undefined)
    return { go: true, withoutFolderPrograms: known.answer === withoutThem };
  if (live.request.noInput) {
    apply(deps, live, {
      type: 'notice',
      level: 'warning',
      code: 'folder-programs',
      message: `This folder would start ${programs.length} programs of its own. Nobody is here to allow it, so the agent works without them.`,
    });
    return { go: true, withoutFolderPrograms: true };
  }
  const listed = programs.slice(0, 20).map(({ when, what }) => `${when}: ${shorten(what, 160)}`);
  const more = programs.length > listed.length ? [`… and ${programs.length - listed.length} more`] : [];
  const answer = await ask(deps, live, {
    id: 'programs',
    title: 'Let this folder start programs of its own?',
    text: `Settings inside this folder start programs without asking as soon as the agent works here. Whoever made the folder chose them:\n${[...listed, ...more].join('\n')}`,
    exact: programs.map(({ when, what }) => `${when}: ${what}`).join('\n'),
    options: [
      { label: withoutThem, description: 'The agent starts with your own settings only. The safe choice.' },
      { label: withThem, description: 'They run with your rights, unasked, for as long as the agent works here.' },
    ],
  });
  if (answer === null)
    return {
      go: false,
      how: 'stopped',
      message: "It was not started, because the folder's own programs were not decided on.",
    };
  attempt(deps, 'An answer', () => deps.journal.settings.set(key, { hash, answer }));
  return { go: true, withoutFolderPrograms: answer === withoutThem };
}

const wideWords = (folder: string) =>
  folder === parse(folder).root
    ? `${folder} is the whole disk.`
    : `${folder} holds your home folder, with everything you have.`;

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
