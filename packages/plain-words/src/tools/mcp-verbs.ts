import type { Chip } from '@bureau/contracts';
import type { MessageId } from '../messages/index.ts';

/** What a word in the name of an add-on's tool says it does. The first group that holds the word counts. */
export interface Verb {
  readonly says: MessageId;
  readonly chips: readonly Chip[];
  readonly reads?: true;
  /** Cannot be taken for a thing («list posts», «get order»): it counts wherever it stands in the name. */
  readonly always?: true;
}

const groups: readonly (Verb & { readonly words: string })[] = [
  {
    words: 'delete remove drop destroy purge erase wipe truncate unlink uninstall trash rm del prune',
    says: 'mcp.deletes',
    chips: ['deletes'],
    always: true,
  },
  {
    words: 'clear discard revoke empty expunge flush rollback dismiss',
    says: 'mcp.deletes',
    chips: ['deletes'],
  },
  { words: 'send reply upload publish tweet email', says: 'mcp.sends', chips: ['sends'], always: true },
  {
    words: 'post notify message comment broadcast forward submit push invite share mail sms respond react dispatch',
    says: 'mcp.sends',
    chips: ['sends'],
  },
  { words: 'execute exec eval evaluate invoke', says: 'mcp.runs', chips: ['runs-code'], always: true },
  {
    words:
      'run call script shell command bash terminal trigger launch start compile build test console spawn cmd powershell',
    says: 'mcp.runs',
    chips: ['runs-code'],
  },
  { words: 'deploy release', says: 'mcp.changes', chips: ['publishes', 'sends'] },
  { words: 'merge', says: 'mcp.changes', chips: ['publishes'] },
  { words: 'kill stop terminate restart shutdown reboot cancel abort', says: 'mcp.stops', chips: ['stops-programs'] },
  { words: 'install', says: 'mcp.changes', chips: ['installs', 'downloads'], always: true },
  {
    words: 'pay charge refund purchase buy transfer order subscribe provision',
    says: 'mcp.pays',
    chips: ['spends', 'sends'],
  },
  { words: 'grant chmod permit authorize', says: 'mcp.changes', chips: ['permissions'] },
  { words: 'move rename mv archive', says: 'mcp.moves', chips: ['moves'], always: true },
  { words: 'schedule cron', says: 'mcp.creates', chips: ['background'] },
  {
    words: 'create add insert make new generate copy duplicate fork clone save import append scaffold mkdir touch',
    says: 'mcp.creates',
    chips: ['creates'],
  },
  {
    words:
      'update edit write modify replace set change patch put upsert overwrite assign configure enable disable toggle close reopen lock unlock resolve mark tag label sync apply reset alter commit format convert transform',
    says: 'mcp.changes',
    chips: ['changes'],
  },
  { words: 'download pull', says: 'mcp.reads', chips: ['downloads'], reads: true },
  {
    words:
      'get list read search find fetch query show view describe count check lookup look status info browse explore inspect retrieve summarize ls cat grep head tail diff history log logs ask resolve analyze validate whoami ping peek stat scan navigate snapshot screenshot recent outline tree compare preview extract',
    says: 'mcp.reads',
    chips: ['reads'],
    reads: true,
  },
];
const verbs = new Map<string, Verb>();
for (const { words, ...verb } of groups.toReversed()) for (const word of words.split(' ')) verbs.set(word, verb);
// Said of reading as well as of changing: «resolve-library-id» looks a name up, «resolve_issue» closes it.
verbs.delete('resolve');
const lookedUp = /^(?:library|id|ids|path|name|names|dns|host|url|ref|refs|symbol|reference|import|module|dependency)$/;

/** Words that are as unmistakable after a reading word: «get_or_create», «search_and_replace». */
const changing = new Set(['create', 'update', 'insert', 'write', 'replace', 'overwrite', 'upsert', 'modify', 'edit']);

/** Splits `deletePullRequest`, `list_issues` and `API-post-search` into words. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/**
 * What the name of a tool says. The first word that is a verb leads; after a reading one, only words that can't be
 * things («get_post» gets one) or that follow «and», «or», «then» add to it.
 */
export function verbsIn(name: string): readonly Verb[] {
  const words = wordsOf(name);
  const found: Verb[] = [];
  let joined = false;
  for (const word of words) {
    const verb =
      verbs.get(word) ??
      (word === 'resolve' ? verbs.get(words.some((one) => lookedUp.test(one)) ? 'lookup' : 'close') : undefined);
    if (verb) {
      const leads = found.length === 0 || joined || !found[0]!.reads;
      if (leads || verb.always || changing.has(word)) found.push(verb);
    }
    joined = word === 'and' || word === 'or' || word === 'then' || word === '2' || word === 'to';
  }
  const writing = found.filter((verb) => !verb.reads);
  return writing.length > 0 ? writing.slice(0, 4) : found.slice(0, 1);
}
