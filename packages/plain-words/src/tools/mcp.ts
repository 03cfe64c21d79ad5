import type { Chip, Place, ToolAction } from '@bureau/contracts';
import type { Finding, Said } from '../finding.ts';
import type { Where } from '../locate.ts';
import { type MessageId, shown } from '../messages/index.ts';
import { addressOf } from './address.ts';
import { verbsIn, wordsOf } from './mcp-verbs.ts';
import { namedPath } from './named-path.ts';
import { sqlChips } from './sql.ts';

/** A value in the arguments with the names that lead to it. */
interface Leaf {
  readonly name: string;
  readonly value: string;
}
/** Arguments are looked at so far; what lies deeper or later is counted as not read. */
const mostLeaves = 60;

/** mcp__SERVER__TOOL: read by the words in the tool's name, by SQL, and by paths among its arguments. */
export function readMcp(action: ToolAction, where: Where): Finding[] {
  const { server, tool } = partsOf(action.name);
  const leaves: Leaf[] = [];
  collect(action.input, '', leaves, 0);
  const verbs = verbsIn(tool);
  const reading = verbs.length > 0 && verbs.every((verb) => verb.reads);
  const chips: Chip[] = verbs.flatMap((verb) => verb.chips);
  const places: Place[] = [];
  const maybe: Said[] = [];
  let sql: { text: string; chips: readonly Chip[] } | undefined;

  const aboutData = databases.test(`${server} ${tool}`);
  for (const { name, value } of leaves) {
    const last = name.split('.').at(-1)!;
    const found =
      (aboutData || !spoken.test(last)) && (aboutData || sqlNames.test(last) || destroys.test(value))
        ? sqlChips(value)
        : undefined;
    if (found && (sql === undefined || found.includes('deletes'))) sql = { text: value, chips: found };
    const place = placeOf(last, value, where, maybe);
    if (place && !places.some((one) => one.id === place.id && one.path === place.path)) places.push(place);
  }
  if (sql) chips.push(...sql.chips);
  else if (aboutData) chips.push('database');
  const changesData = sql?.chips.some((chip) => chip === 'deletes' || chip === 'changes' || chip === 'permissions');
  if (!reading || changesData) maybe.push({ id: 'maybe.add-on' });

  const params = { server: shown(server, 60), tool: shown(tool, 60) };
  const notes: Said[] = [];
  if (sql) notes.push({ id: 'mcp.statement', params: { sql: shown(sql.text) } });
  if (leaves.length > 0) notes.push({ id: 'mcp.with', params: { arguments: argumentsOf(leaves) } });
  return [
    {
      does: { id: saysOf(verbs[0]?.says, sql?.chips), params },
      chips,
      places,
      notes,
      ...(maybe.length > 0 && { maybe }),
    },
  ];
}

const databases =
  /sql|postgres|\bpg\b|mysql|sqlite|maria|database|\bdb\b|supabase|bigquery|snowflake|mongo|redis|clickhouse|duckdb|dbhub|neon|prisma/i;
const sqlNames = /sql|query|statement|command|^q$|script/i;
const spoken = /^(?:text|body|message|title|comment|description|prompt|content|subject|summary|reason)$/i;
const destroys = /(?:^|;)\s*(?:drop\s+(?:table|database|schema)|delete\s+from|truncate\s+table)\b/i;

function saysOf(verb: MessageId | undefined, sql: readonly Chip[] | undefined): MessageId {
  if (sql) return sql.includes('deletes') ? 'mcp.sql-deletes' : sql.includes('changes') ? 'mcp.sql-changes' : 'mcp.sql';
  return verb ?? 'mcp.unknown';
}

function partsOf(name: string): { server: string; tool: string } {
  const [, ...pieces] = name.startsWith('mcp__') ? name.split('__') : ['', ...name.split(/__|[./:]/)];
  if (pieces.length < 2) return { server: pieces[0] || name || '?', tool: pieces[0] || name || '?' };
  return { server: pieces[0]!, tool: pieces.slice(1).join('__') };
}

function collect(value: unknown, name: string, into: Leaf[], depth: number): void {
  if (into.length >= mostLeaves || value === null || value === undefined || depth > 8) return;
  if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value))
      collect(one, Array.isArray(value) ? name : name ? `${name}.${key}` : key, into, depth + 1);
  } else into.push({ name, value: String(value) });
}

const pathNames =
  /^(?:.*(?:path|file|folder|directory|dir|root|cwd|destination|source|src|dest|target|workspace|location|filename)s?|uri|url)$/i;

/** The place of an argument that is a literal path or address. */
function placeOf(name: string, value: string, where: Where, maybe: Said[]): Place | undefined {
  if (value.length > 1000 || value.includes('\n')) return undefined;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(value)) {
    const address = addressOf(value);
    if (!address) return undefined;
    if (address.odd) maybe.push({ id: 'maybe.odd-host', params: { host: shown(address.host) } });
    if (address.path !== undefined) return namedPath(address.path, where).place;
    return address.local || !/^(?:https?|ftps?|wss?|ssh|git)$/.test(address.scheme)
      ? undefined
      : { id: 'network', path: shown(address.host) };
  }
  const words = wordsOf(name).join('');
  const absolute = /^(?:\/|~(?:\/|$)|[a-z]:[\\/]|\\\\)/i.test(value) && !/endpoint|route|urlpath|apipath/.test(words);
  const relative =
    /^\.{1,2}(?:[\\/]|$)/.test(value) || (pathNames.test(words) && /[\\/.]/.test(value) && !/\s\s|[<>|"]/.test(value));
  if (!absolute && !relative) return undefined;
  const path = namedPath(value, where);
  maybe.push(...path.maybe);
  return path.place;
}

/** «owner: ana, repo: shop»: every value up to 40 characters in full. */
function argumentsOf(leaves: readonly Leaf[]): string {
  const parts = leaves.map(({ name, value }) => {
    const most = /^(?:\/|~\/|[a-z]:[\\/]|https?:)/i.test(value) ? 120 : 40;
    return name ? `${shown(name, 40)}: ${shown(value, most)}` : shown(value, most);
  });
  return parts.slice(0, 24).join(', ') + (parts.length > 24 ? ' …' : '');
}
