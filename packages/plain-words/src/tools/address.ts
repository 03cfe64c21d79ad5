import { hasOddCharacters, mixesScripts } from '../characters.ts';

/** An address (URL) as far as a request shows it. */
export interface Address {
  readonly scheme: string;
  /** The real one, after any `user@`, as written; with the port where it is this computer. */
  readonly host: string;
  /** This computer itself. */
  readonly local: boolean;
  readonly number: boolean;
  readonly user: boolean;
  /** What in it looks like a key, or is so long that it is data. */
  readonly data: string | undefined;
  /** The host is written so that it can look like another. */
  readonly odd: boolean;
  /** For `file:`: the path. */
  readonly path?: string;
}

/** Reads an address; undefined where it is none. */
export function addressOf(raw: string): Address | undefined {
  const text = /^[a-z][a-z0-9+.-]*:/i.test(raw) && !/^[\w.-]+:\d+(?:[/?#]|$)/.test(raw) ? raw : `https://${raw}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'file') {
    const path = decoded(url.pathname).replace(/^\/(?=[a-z]:)/i, '');
    return {
      scheme,
      host: url.hostname,
      local: true,
      number: false,
      user: false,
      data: undefined,
      odd: hasOddCharacters(path),
      path,
    };
  }
  const written = /^[a-z][a-z0-9+.-]*:[\\/]*(?:[^\\/?#]*@)?(\[[^\]]*\]|[^\\/?#:]*)/i.exec(text)?.[1] ?? url.hostname;
  const local = isLocal(url.hostname);
  // The name as written, unless it was written in another way than it is understood (0x7f.1, %65xample.com).
  const plain =
    written.toLowerCase() === url.hostname || (url.hostname.includes('xn--') && /[^\x00-\x7f]/.test(written));
  const host = plain ? written : url.hostname;
  return {
    scheme,
    host: local && url.port ? `${host}:${url.port}` : host,
    local,
    number: !local && (/^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[')),
    user: url.username !== '' || url.password !== '',
    data: dataIn(url),
    odd: oddHost(written, url.hostname) || hasOddCharacters(raw.replace(/[?#].*$/s, '')) || /[\p{Cc}\p{Cf}]/u.test(raw),
  };
}

const isLocal = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|\[::\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/i.test(
    host,
  );

function oddHost(written: string, host: string): boolean {
  if (/(?:^|\.)xn--/i.test(written)) return true;
  if (/^[\x00-\x7f]*$/.test(written)) return false;
  if (mixesScripts(written) || host === '') return true;
  // A whole word in a script of look-alikes reads like a Latin name (аррӏе).
  return /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(written);
}

const keys =
  /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[0-9A-Z]{8,}|sk-[\w-]{8,}|(?:gh[pousr]|npm|glpat|github_pat|pypi|dop_v1|hf|xox[abeoprs]|rk_live|sk_live|sk_test|pk_live)[_-]\w{8,}|AIza[\w-]{20,}|eyJ[\w-]{10,}\.[\w-]{4,}|-----BEGIN)/;

/** A text that looks like a key, if there is one. */
export const keyIn = (text: string): string | undefined => keys.exec(text)?.[0];

function dataIn(url: URL): string | undefined {
  const key = keyIn(decoded(url.href));
  if (key !== undefined) return key;
  for (const [name, value] of url.searchParams) {
    if (value.length >= 64) return value;
    if (name.length >= 64) return name;
    if (
      value.length >= 16 &&
      /^(?:.*[_-])?(?:token|secret|password|passwd|pwd|api_?key|auth|credentials?)$/i.test(name)
    )
      return value;
  }
  for (const piece of url.pathname.split('/')) if (piece.length >= 64 && !isWords(decoded(piece))) return piece;
  for (const label of url.hostname.split('.'))
    if (label.length >= 32 && /\d/.test(label) && !isWords(label)) return label;
  return url.password.length >= 8 ? url.password : undefined;
}

/** «how-to-sort-keys-in-a-long-title», not «QVBJX0tFWT1zay10ZXN0». */
const isWords = (text: string): boolean =>
  text
    .split(/[-_.,+ ]+/)
    .every((word) => word.length <= 24 && (/^[\p{L}']*$/u.test(word) || /^\d{0,10}$/.test(word) || word.length <= 8));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
