/** Where a host listens, and the token that opens it. */
export interface Address {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

/** Reads `http://127.0.0.1:PORT/#token=…`; null when it isn't such an address. */
export function readAddress(text: string): Address | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  if (!/^https?:$/.test(url.protocol) || token === null || !/^[\w-]{20,200}$/.test(token)) return null;
  return { url: url.origin, token };
}

/** The address as one link; the token stands in the fragment, which browsers never send. */
export function writeAddress({ url, token }: Address): string {
  return `${url}/#token=${token}`;
}
