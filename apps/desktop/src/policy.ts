/** What the window may do. Everything else is denied. */

/** Only Bureau's own host may be shown in the window. */
export function mayNavigate(target: string, hostUrl: string): boolean {
  try {
    return new URL(target).origin === new URL(hostUrl).origin;
  } catch {
    return false;
  }
}

/** Addresses that may go to the person's browser, after they have seen them in full. */
export function mayOpenOutside(target: string): boolean {
  try {
    const { protocol, username, password } = new URL(target);
    // An address with a name before the @ looks like another place than it is.
    return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  } catch {
    return false;
  }
}

const permissions = new Set(['notifications', 'clipboard-sanitized-write', 'fullscreen']);
/** Camera, microphone, place, USB … are not needed, so they are never asked for. */
export const mayHave = (permission: string): boolean => permissions.has(permission);

/** Only the main frame of our own page may call the shell. */
export function maySend(frame: { readonly url: string; readonly parent: unknown } | null, hostUrl: string): boolean {
  return frame !== null && frame.parent === null && mayNavigate(frame.url, hostUrl);
}
