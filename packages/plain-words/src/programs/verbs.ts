import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { type MessageId, shown } from '../messages/index.ts';
import { add, literal, plainName, type Run, target, type Value } from '../windows/run.ts';
import { namesOf } from './scripts.ts';
import type { Call, Spec } from './spec.ts';

/** Where a sub-command acts. */
export type At = 'network' | 'here' | 'both' | 'nowhere' | 'system' | 'home';

/**
 * What sub-commands do: [the words, by pattern; the message; chips; where]. `maybe`: what it really does cannot be
 * read. The first that fits the words counts.
 */
export interface Row {
  readonly verb: RegExp;
  readonly does: MessageId;
  readonly chips: readonly Chip[];
  readonly at: At;
  readonly maybe?: 'maybe.program' | 'maybe.elsewhere' | 'maybe.code';
  readonly lists?: true;
  readonly read?: (call: Call, run: Run, rest: readonly Value[]) => undefined;
}

export const row = (
  verb: RegExp,
  does: MessageId,
  chips: readonly Chip[],
  at: At,
  more: Partial<Pick<Row, 'maybe' | 'lists' | 'read'>> = {},
): Row => ({ verb, does, chips, at, ...more });

/** A program with sub-commands as a table; what no row knows is `maybe`. */
export function withVerbs(names: string, options: string, rows: readonly Row[], other?: Row): Spec {
  return {
    names,
    options: namedValues(options),
    harmless: true,
    read: (call, run) => readVerb(call, run, rows, other),
  };
}

/** Options whose value says how an answer looks, not what is done. */
const onlyLooks =
  /^--?(?:format|output|o|query|q|jq|json|template|limit|L|tail|last|since|until|filter|colou?r|progress|log-?level|timeout|T|j|jobs|parallelism|message-format|loglevel|sort-by|v|d|lines|max-\w+|reporter|verbosity|t)$/;

/** Values without a role are named to the person: they say what, where, how large. */
function namedValues(options: string): string {
  return options.replace(/(\S+)=(?=\s|$)/g, (whole, names: string) =>
    names.split(',').every((name) => onlyLooks.test(name)) ? whole : `${whole}name`,
  );
}

export function placesOf(at: At, run: Run): readonly Place[] {
  const here = () => target(run, literal('.')).places;
  switch (at) {
    case 'network':
      return [{ id: 'network' }];
    case 'here':
      return here();
    case 'both':
      return [{ id: 'network' }, ...here()];
    case 'system':
      return [{ id: 'system' }];
    case 'home':
      return target(run, literal('~')).places;
    default:
      return [];
  }
}

export function readVerb(call: Call, run: Run, rows: readonly Row[], other?: Row): undefined {
  const words = call.operands.map((one) => one.text);
  const line = words.slice(0, 5).join(' ');
  for (const one of rows) {
    const match = one.verb.exec(line);
    if (match?.index !== 0) continue;
    const used = match[0].trim() === '' ? 0 : match[0].trim().split(' ').length;
    return readRow(one, call, run, used);
  }
  if (
    call.options.has('--version') ||
    call.options.has('--help') ||
    (call.options.has('-h') && words.length === 0) ||
    words.length === 0 ||
    words[0] === 'help' ||
    words[0] === 'version'
  ) {
    add(run, 'computer.look', { name: call.name }, ['reads']);
    return;
  }
  if (other) return readRow(other, call, run, 0);
  const name = shown(`${call.name} ${words[0] ?? ''}`.trim());
  add(run, 'run.program', { name }, ['runs-code'], { maybe: [{ id: 'maybe.program', params: { name } }] });
}

function readRow(one: Row, call: Call, run: Run, used: number): undefined {
  const rest = call.operands.slice(used);
  call.verbWords = used;
  if (call.options.has('--help')) {
    add(run, 'computer.look', { name: shown(`${call.name} ${namesOf(call.operands)}`) }, ['reads']);
    return;
  }
  if (one.lists) run.output = { list: true, words: call.name };
  if (one.read) return one.read(call, run, rest);
  const name = namesOf(rest) || shown([call.name, ...call.operands.slice(0, used).map(plainName)].join(' '));
  const computed: Said[] = one.chips.some((chip) => chip === 'deletes')
    ? rest.flatMap((value) =>
        value.listed
          ? []
          : value.unknown.map((what): Said => ({ id: 'maybe.variable', params: { name: shown(what) } })),
      )
    : [];
  add(run, one.does, { name, paths: name }, one.chips, {
    places: placesOf(one.at, run),
    maybe: [...(one.maybe ? [{ id: one.maybe, params: { name } } as Said] : []), ...computed],
  });
}
