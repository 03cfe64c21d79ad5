import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Action, chips as allChips, placeIds, type Reading, type Shell, type ToolKind } from '@bureau/contracts';
import { readAction } from '../src/index.ts';

/** A case of `cases/*.jsonl`: a request, and what its reading must and must not show. */
export interface Case {
  readonly id: string;
  readonly kind: 'ordinary' | 'risky';
  readonly shell?: Shell;
  readonly command?: string;
  readonly tool?: ToolKind;
  readonly name?: string;
  readonly input?: unknown;
  readonly cwd: string;
  readonly folder: string;
  readonly home?: string;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  readonly places: readonly string[];
  readonly notPlaces: readonly string[];
  readonly confident: boolean | null;
  readonly mentions: readonly string[];
}

const folder = join(import.meta.dirname, '..', 'cases');

/** The files of cases, by name. */
export const caseFiles = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();

export const casesOf = (file: string): readonly Case[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case);

export function readCase(one: Case): Reading {
  const windows = one.shell === 'powershell' || one.shell === 'cmd' || /^[a-z]:/i.test(one.cwd);
  const home = one.home ?? (windows ? 'C:\\Users\\Ana' : '/home/ana');
  const action: Action =
    one.tool === undefined
      ? { kind: 'command', shell: one.shell ?? 'bash', command: one.command ?? '', cwd: one.cwd }
      : { kind: 'tool', tool: one.tool, name: one.name ?? '', input: one.input, cwd: one.cwd };
  return readAction(action, { folder: one.folder, home, language: 'en' });
}

const specific = ['home', 'system', 'temp', 'disk', 'program-data'];

/** What is wrong with a reading of a case, in words; empty where it is right. */
export function judge(one: Case, reading: Reading): readonly string[] {
  const wrong: string[] = [];
  const chips = new Set<string>(reading.chips);
  const places = new Set<string>(reading.places.map((place) => place.id));
  if (specific.some((id) => places.has(id))) places.add('outside');
  const text = [reading.title, reading.sentence, ...reading.details.map((detail) => detail.sentence)].join('\n');
  const named = one.command !== undefined && one.command.length > 24 ? text.split(one.command).join(' ') : text;
  for (const chip of chips) if (!(allChips as readonly string[]).includes(chip)) wrong.push(`no such chip: ${chip}`);
  for (const place of places)
    if (!(placeIds as readonly string[]).includes(place)) wrong.push(`no such place: ${place}`);
  if (reading.confident === chips.has('maybe')) wrong.push('the chip maybe and being sure do not fit');
  if (reading.grantable && (!reading.confident || one.confident === false)) wrong.push('«don’t ask again» is offered');
  for (const wanted of one.must)
    if (!wanted.split('|').some((chip) => chips.has(chip))) wrong.push(`says too little: ${wanted}`);
  for (const chip of one.mustNot) if (chips.has(chip)) wrong.push(`says too much: ${chip}`);
  for (const place of one.places) if (!places.has(place)) wrong.push(`place missing: ${place}`);
  for (const place of one.notPlaces) if (places.has(place)) wrong.push(`place too much: ${place}`);
  for (const mention of one.mentions) if (!named.includes(mention)) wrong.push(`does not name ${mention}`);
  if (one.confident === true && !reading.confident) wrong.push('is not sure');
  if (one.confident === false && reading.confident) wrong.push('is sure');
  return wrong;
}
