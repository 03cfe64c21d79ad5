/** What a `bureau://` link asks for. Links come from anywhere: they may show, never start or answer. */
export type Link =
  | { readonly kind: 'task'; readonly task: string }
  | { readonly kind: 'new'; readonly folder: string | null; readonly prompt: string }
  | { readonly kind: 'bad' };

const longestPrompt = 4000;

/**
 * `bureau://task/ID` shows a task. `bureau://new?folder=…&prompt=…` fills in the start page, which the person still has to send.
 */
export function parseLink(text: string): Link {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { kind: 'bad' };
  }
  if (url.protocol !== 'bureau:') return { kind: 'bad' };
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  if (url.hostname === 'task' && /^[\w-]{1,64}$/.test(path)) return { kind: 'task', task: path };
  if (url.hostname === 'new' && path === '') {
    const prompt = (url.searchParams.get('prompt') ?? '').slice(0, longestPrompt);
    return { kind: 'new', folder: url.searchParams.get('folder'), prompt };
  }
  return { kind: 'bad' };
}

/** The first link among a program's arguments (a second instance gets it so on Linux and Windows). */
export const linkIn = (args: readonly string[]): string | undefined => args.find((arg) => /^bureau:\/\//i.test(arg));
