import type { Chip, ToolAction } from '@bureau/contracts';
import { type Finding, type Said, textOf } from '../finding.ts';
import type { Where } from '../locate.ts';
import { shown } from '../messages/index.ts';
import { type Address, addressOf, keyIn } from './address.ts';
import { namedPath } from './named-path.ts';

/** WebFetch {url, prompt} and WebSearch {query}. */
export function readFetch(action: ToolAction, where: Where): Finding[] {
  const raw = textOf(action.input, 'url', 'uri', 'link');
  if (raw !== undefined) return [readAddress(raw.trim(), where)];
  const query = textOf(action.input, 'query', 'q', 'search_query');
  if (query !== undefined && (/search/i.test(action.name) || textOf(action.input, 'url') === undefined))
    return [readQuery(query)];
  return [
    {
      does: { id: 'web.page', params: { url: '?', host: '?' } },
      chips: ['downloads'],
      places: [{ id: 'network' }],
      maybe: [{ id: 'maybe.no-address' }],
    },
  ];
}

function readQuery(query: string): Finding {
  const key = keyIn(query);
  return {
    does: { id: 'web.search', params: { query: shown(query) } },
    chips: key === undefined ? ['downloads'] : ['sends', 'downloads'],
    places: [{ id: 'network' }],
    notes: key === undefined ? [] : [{ id: 'note.address-data', params: { text: shown(key, 40) } }],
  };
}

/** Reads one address as a request to get it. */
export function readAddress(raw: string, where: Where, get: 'web.page' | 'web.get' = 'web.page'): Finding {
  const address = addressOf(raw);
  const url = shown(raw);
  if (address === undefined) {
    return {
      does: { id: 'web.page', params: { url, host: '?' } },
      chips: ['downloads'],
      places: [{ id: 'network' }],
      maybe: [{ id: 'maybe.odd-host', params: { host: url } }],
    };
  }
  if (address.path !== undefined) return readLocalFile(address.path, address, where);
  const host = shown(address.host);
  const maybe: Said[] = address.odd ? [{ id: 'maybe.odd-host', params: { host } }] : [];
  if (!/^(?:https?|ftps?|wss?)$/.test(address.scheme)) maybe.push({ id: 'maybe.odd-address', params: { url } });
  const notes: Said[] = [];
  if (address.number) notes.push({ id: 'note.address-number' });
  if (address.user) notes.push({ id: 'note.address-user', params: { host } });
  if (address.data !== undefined) notes.push({ id: 'note.address-data', params: { text: shown(address.data, 40) } });
  const chips: Chip[] = address.local ? [] : address.data === undefined ? ['downloads'] : ['sends', 'downloads'];
  return {
    does: address.local
      ? { id: 'web.local', params: { host } }
      : { id: address.data === undefined ? get : 'web.page-sending', params: { url, host } },
    chips: address.local ? ['reads'] : chips,
    places: address.local ? [] : [{ id: 'network', path: host }],
    notes,
    ...(maybe.length > 0 && { maybe }),
  };
}

function readLocalFile(path: string, address: Address, where: Where): Finding {
  // file://server/share is another computer's.
  const remote = address.host !== '' && address.host !== 'localhost';
  const file = namedPath(path, where);
  return {
    does: { id: 'files.read', params: { paths: remote ? `${shown(address.host)}: ${file.name}` : file.name } },
    chips: ['reads'],
    places: remote ? [{ id: 'network', path: shown(address.host) }] : [file.place],
    notes: [],
    ...(file.maybe.length > 0 && { maybe: file.maybe }),
  };
}
