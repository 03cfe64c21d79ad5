import { createStore } from 'zustand/vanilla';

/** What the middle of the window shows. */
export type Route =
  | { readonly at: 'start'; readonly folder?: string }
  | { readonly at: 'task'; readonly task: string }
  | { readonly at: 'settings' };

/** Reads the address's fragment; what isn't known is the start. */
export function readRoute(hash: string): Route {
  const [, at, rest] = /^#\/(task|settings)(?:\/(.*))?$/.exec(hash) ?? [];
  if (at === 'settings') return { at };
  if (at === 'task' && rest) return { at, task: decodeURIComponent(rest) };
  return { at: 'start' };
}

export const writeRoute = (route: Route): string =>
  route.at === 'task' ? `#/task/${encodeURIComponent(route.task)}` : route.at === 'settings' ? '#/settings' : '#/';

export const route = createStore<Route>(() => ({ at: 'start' }));

/** Shows something else; the browser's back button comes back. */
export function go(to: Route): void {
  const hash = writeRoute(to);
  if (location.hash === hash) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  route.setState(to, true);
}

/** Follows the address from now on. */
export function followAddress(): void {
  route.setState(readRoute(location.hash), true);
  window.addEventListener('popstate', () => route.setState(readRoute(location.hash), true));
}
