import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { wireProtocol } from '@bureau/contracts';

/**
 * Whether a request was meant for this host and comes from this host's own window or from a program. A page of
 * somebody else has another Origin; one that a name server points here (DNS rebinding) has another Host.
 */
export function isForeign(headers: IncomingHttpHeaders, port: number): boolean {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const { host, origin } = headers;
  if (host === undefined || !names.includes(host.toLowerCase())) return true;
  if (origin !== undefined && !names.some((name) => origin === `http://${name}`)) return true;
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in a time that tells nothing of where two tokens differ. */
export function tokenCheck(token: string): (given: string | null) => boolean {
  const own = digest(token);
  return (given) => timingSafeEqual(own, digest(given ?? '')) && given !== null;
}

export function bearerOf(headers: IncomingHttpHeaders): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** The token among the subprotocols of `/ws`; `speaks`: whether the window knows this wire. */
export function protocolsOf(headers: IncomingHttpHeaders): { readonly token: string | null; readonly speaks: boolean } {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const token = offered.find((name) => name.startsWith('bureau.token.'))?.slice('bureau.token.'.length);
  return { token: token || null, speaks: offered.includes(wireProtocol) };
}
