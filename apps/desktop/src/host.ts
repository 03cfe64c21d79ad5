/** What the shell needs of the host it shows; `@bureau/host/launch` gives it. */
export interface HostFound {
  /** With the token in its fragment. */
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly version: string;
}

/** The origin and the token of a host's address. */
export function splitUrl(url: string): { readonly origin: string; readonly token: string } {
  const parsed = new URL(url);
  return { origin: parsed.origin, token: new URLSearchParams(parsed.hash.slice(1)).get('token') ?? '' };
}
