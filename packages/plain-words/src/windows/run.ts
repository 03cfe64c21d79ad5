import type { Chip, Place } from '@bureau/contracts';
import { hasOddCharacters } from '../characters.ts';
import type { Finding, Said } from '../finding.ts';
import { isWindows, type Where } from '../locate.ts';
import { type MessageId, type Params, patternName, shown, something } from '../messages/index.ts';
import { type NamedPath, namedPath } from '../tools/named-path.ts';
import { meaningOf } from '../tools/starts.ts';

/** A word of a command after its known variables were filled in. */
export interface Value {
  readonly text: string;
  /** Names of variables in it whose value is not known. */
  readonly unknown: readonly string[];
  /** It is what a command prints or lists: can be put in words, but not seen. */
  readonly listed?: true;
  /** As it was written, where a sentence should keep that (`$PROFILE`). */
  readonly written?: string;
  /** Only those of them that a condition lets through. */
  readonly partly?: true;
  /** The values of a list, one by one. */
  readonly several?: readonly Value[];
  /** It is what another command prints, read like a file: `<(…)`. */
  readonly stream?: true;
}

/** What a program prints, as far as it can be told from the command. */
export interface Output {
  /** The text itself, where it is known. */
  readonly value?: Value;
  /** Names that a person can picture: what a folder lists, which ids there are. */
  readonly list?: true;
  /** It came from another computer. */
  readonly downloaded?: true;
  /** It holds what is in files, or what a program made of it. */
  readonly data?: true;
  /** How a sentence calls it: the command that prints it. */
  readonly words: string;
}

/** A well-known program that is the same on all systems (git, npm …), read by its own table. */
export type ReadProgram = (name: string, args: readonly Value[], run: Run) => boolean;

/** The state of reading one command of a Windows shell: where it is, what it knows, what it found. */
export interface Run {
  where: Where;
  /** The folder is not known any more: after `cd %X%`. */
  lost: boolean;
  /** By small letters. */
  readonly variables: Map<string, Value>;
  readonly findings: Finding[];
  /** How deep a command is inside others; past a bound nothing more is read. */
  depth: number;
  readonly program: ReadProgram;
  /** Reads a command line of the other shells found inside this one. */
  readonly inner: (shell: 'powershell' | 'cmd' | 'bash', command: string, run: Run) => undefined;
  /** The text that the next findings come from. */
  part: string | undefined;
  /** The program being read gets its input from the one before. */
  piped?: boolean;
  /** What it gets, where that can be told. */
  input?: Output | undefined;
  /** What it prints; set by whoever reads it. */
  output?: Output | undefined;
  /** Calls a command by its words, as a shell does: its own functions and built-in commands first. */
  readonly call?: (words: readonly Value[], run: Run) => undefined;
}

/** Commands inside commands are read so deep. */
export const deepest = 20;

/** Stands where a path should be and none is. */
export const nameless: Value = { text: something, unknown: ['?'] };

export const literal = (text: string): Value => ({ text, unknown: [] });
export const isKnown = (value: Value): boolean => value.unknown.length === 0;

/** So many findings are kept in full; later ones only where they bring a new chip, place or doubt. */
const mostFindings = 300;

function tellsNothingNew(
  run: Run,
  chips: readonly Chip[],
  more: { places?: readonly Place[]; maybe?: readonly Said[] },
): boolean {
  const seen = new Set(run.findings.flatMap((one) => one.chips));
  const places = new Set(run.findings.flatMap((one) => one.places.map((place) => place.id)));
  return (
    chips.every((chip) => seen.has(chip)) &&
    (more.places ?? []).every((place) => places.has(place.id)) &&
    (!more.maybe?.length || run.findings.some((one) => one.maybe !== undefined))
  );
}

/** Adds one finding, with the part that is being read. */
export function add(
  run: Run,
  id: MessageId,
  params: Params,
  chips: readonly Chip[],
  more: { places?: readonly Place[]; notes?: readonly Said[]; maybe?: readonly Said[] } = {},
): undefined {
  if (run.findings.length >= mostFindings && tellsNothingNew(run, chips, more)) return;
  run.findings.push({
    does: { id, params },
    chips,
    places: more.places ?? [],
    ...(more.notes?.length && { notes: more.notes }),
    ...(more.maybe?.length && { maybe: more.maybe }),
    ...(run.part !== undefined && { part: run.part }),
  });
}

/** A path operand as placed. */
export interface Target {
  readonly name: string;
  readonly places: readonly Place[];
  readonly maybe: readonly Said[];
  readonly path: NamedPath | undefined;
}

/** Places an operand. An unknown one has no place; whether that matters is for the caller. */
export function target(run: Run, value: Value): Target {
  const name = shown(value.written ?? value.text);
  if (!isKnown(value)) {
    const what: readonly Said[] =
      value === nameless
        ? [{ id: 'maybe.no-path' }]
        : value.listed
          ? []
          : value.unknown.map((one): Said => ({ id: 'maybe.variable', params: { name: shown(one) } }));
    // `$HOME/x/$name` still says which part of the computer, if nothing climbs out of it.
    const fixed = /^([^\u{e020}]*[\\/])[^\u{e020}]*\u{e020}/u.exec(value.text)?.[1];
    const certain = fixed && (/^(?:[a-z]:[\\/].|\/)/i.test(fixed) || (!run.lost && !isWindows(run.where)));
    const places = certain ? [namedPath(fixed, run.where).place] : [];
    return { name: value === nameless ? something : plainName(value), places, maybe: what, path: undefined };
  }
  const special = specialDrive(value.text);
  if (special) return { name, places: special.place ? [special.place] : [], maybe: [], path: undefined };
  const path = namedPath(value.text, run.where);
  const pathName = patternName(path.name);
  const relative = !/^(?:[a-z]:[\\/]|[\\/~])/i.test(value.text);
  const maybe = [...path.maybe];
  if (run.lost && relative) maybe.push({ id: 'maybe.lost' });
  if (value.listed || (run.lost && relative))
    return { name: pathName, places: run.lost && relative ? [] : [path.place], maybe, path };
  return {
    name: value.written === undefined ? pathName : `${name} (${path.name})`,
    places: [path.place],
    maybe,
    path,
  };
}

/** Marks the place of an unknown variable inside a text. */
export const hole = '\u{e020}';
export const plainName = (value: Value): string => {
  let i = 0;
  return shown((value.written ?? value.text).replace(/\u{e020}/gu, () => value.unknown[i++] ?? '?'));
};

/** Registry, environment and the like are named as drives: `HKCU:\Software`, `Env:PATH`, `Cert:\`. */
function specialDrive(text: string): { place?: Place } | undefined {
  if (isRegistry(text)) return isMachineRegistry(text) ? { place: { id: 'system', path: shown(text) } } : {};
  return /^(?:env|variable|function|alias|wsman|cert|temp):/i.test(text) ? {} : undefined;
}

export const isRegistry = (text: string): boolean =>
  /^(?:(?:Microsoft\.PowerShell\.Core\\)?Registry::|\\\\[^\\]+\\(?=HK))?(?:HK(?:LM|CU|CR|U|CC)|HKEY_[A-Z_]+):?(?:[\\/]|$)/i.test(
    text,
  );
export const isMachineRegistry = (text: string): boolean =>
  /(?:^|::|\\)(?:HKLM|HKEY_LOCAL_MACHINE|HKCR|HKEY_CLASSES_ROOT):?(?:[\\/]|$)/i.test(text);

/** Files that are read: unknown names do not matter much, nothing is lost by looking. */
export function looks(run: Run, id: MessageId, values: readonly Value[], params: Params = {}): undefined {
  const targets = values.map((value) => target(run, value));
  if (id === 'files.list' && values.length > 0 && values.every((value) => /[*?]/.test(value.text)))
    id = 'files.list-some';
  const maybe = targets.flatMap((one) => one.maybe.filter((said) => said.id === 'maybe.odd-characters'));
  add(run, id, { ...params, paths: targets.map((one) => one.name) }, ['reads'], {
    places: targets.flatMap((one) => one.places),
    maybe,
  });
}

/** Files that are written, moved or deleted: each must be known, and may mean more than its text. */
export function touches(
  run: Run,
  id: MessageId,
  chips: readonly Chip[],
  values: readonly Value[],
  more: { text?: string; params?: Params; notes?: readonly Said[] } = {},
): undefined {
  const targets = values.map((value) => target(run, value));
  const patterns = values.length > 0 && values.every((value) => /[*?]/.test(value.text));
  if (id === 'files.delete-all' && patterns) id = 'files.delete';
  const partly = values.some((value) => value.partly) ? [{ id: 'note.partly' } as const] : [];
  const meanings = targets.flatMap((one) => (one.path ? [meaningOf(one.path, more.text ?? '', run.where)] : []));
  const registry = values.some((value) => isRegistry(value.text));
  add(
    run,
    id,
    { ...more.params, paths: targets.map((one) => one.name) },
    [...chips, ...meanings.flatMap((one) => one.chips), ...(registry ? (['settings'] as const) : [])],
    {
      places: targets.flatMap((one) => one.places),
      notes: [...partly, ...(more.notes ?? []), ...meanings.flatMap((one) => one.notes)],
      maybe: targets.flatMap((one) => one.maybe),
    },
  );
}

/** From one place to another: copies, moves, packs. */
export function carries(
  run: Run,
  id: MessageId,
  chips: readonly Chip[],
  from: readonly Value[],
  to: Value | undefined,
): undefined {
  const sources = from.map((value) => target(run, value));
  const goal = target(run, to ?? literal('.'));
  const meaning = goal.path ? meaningOf(goal.path, '', run.where) : { chips: [], notes: [] };
  const must = chips.includes('moves')
    ? sources
    : sources.filter((one) => one.maybe.some((said) => said.id === 'maybe.odd-characters'));
  add(run, id, { from: sources.map((one) => one.name), to: goal.name }, [...chips, ...meaning.chips], {
    places: [...sources.flatMap((one) => one.places), ...goal.places],
    notes: meaning.notes,
    maybe: [...must.flatMap((one) => one.maybe), ...goal.maybe],
  });
}

/** A program or script that nobody knows. */
export function runsUnknown(run: Run, id: MessageId, name: string, places: readonly Place[] = []): undefined {
  const odd = hasOddCharacters(name);
  const maybe: Said[] = [{ id: 'maybe.program', params: { name: shown(name) } }];
  if (odd) maybe.push({ id: 'maybe.odd-characters', params: { text: shown(name) } });
  add(run, id, { name: shown(name), paths: shown(name) }, ['runs-code'], { places, maybe });
}
