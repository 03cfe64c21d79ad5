import type { Card, PlaceId } from '@bureau/contracts';
import type { IconName } from '../parts/icon.tsx';
import type { MessageId } from '../words/words.ts';

export interface ChipLook {
  readonly icon: IconName;
  readonly word: MessageId;
  readonly tone: '' | 'warn' | 'lost';
}

const chipLooks: Record<string, ChipLook> = {
  admin: { icon: 'shield', word: 'chip.admin', tone: 'lost' },
  deletes: { icon: 'bin', word: 'chip.deletes', tone: 'lost' },
  'git-history': { icon: 'rewind', word: 'chip.git-history', tone: 'lost' },
  'stops-programs': { icon: 'stop', word: 'chip.stops-programs', tone: 'warn' },
  spends: { icon: 'coin', word: 'chip.spends', tone: 'lost' },
  publishes: { icon: 'people', word: 'chip.publishes', tone: 'warn' },
  sends: { icon: 'out', word: 'chip.sends', tone: 'warn' },
  permissions: { icon: 'lock', word: 'chip.permissions', tone: 'warn' },
  settings: { icon: 'sliders', word: 'chip.settings', tone: 'warn' },
  maybe: { icon: 'question', word: 'chip.maybe', tone: 'warn' },
  'runs-code': { icon: 'play', word: 'chip.runs-code', tone: '' },
  database: { icon: 'data', word: 'chip.database', tone: 'warn' },
  installs: { icon: 'box', word: 'chip.installs', tone: '' },
  background: { icon: 'clock', word: 'chip.background', tone: '' },
  moves: { icon: 'move', word: 'chip.moves', tone: '' },
  changes: { icon: 'pencil', word: 'chip.changes', tone: '' },
  creates: { icon: 'sparkle', word: 'chip.creates', tone: '' },
  'git-local': { icon: 'branch', word: 'chip.git-local', tone: '' },
  downloads: { icon: 'in', word: 'chip.downloads', tone: '' },
  reads: { icon: 'eye', word: 'chip.reads', tone: '' },
};
/** A chip that this window doesn't know is shown by its name, as something not sure. */
export const chipLook = (chip: string): ChipLook | null => chipLooks[chip] ?? null;

export interface PlaceLook {
  readonly icon: IconName;
  readonly word: MessageId;
  /** Outside the folder that was picked: a colour, a word and a sign. */
  readonly outside: boolean;
}
const placeLooks: Record<PlaceId, PlaceLook> = {
  disk: { icon: 'data', word: 'place.disk', outside: true },
  system: { icon: 'computer', word: 'place.system', outside: true },
  'program-data': { icon: 'data', word: 'place.program-data', outside: true },
  home: { icon: 'home', word: 'place.home', outside: true },
  outside: { icon: 'door', word: 'place.outside', outside: true },
  temp: { icon: 'clock', word: 'place.temp', outside: true },
  network: { icon: 'globe', word: 'place.network', outside: true },
  inside: { icon: 'inside', word: 'place.inside', outside: false },
};
export const placeLook = (place: string): PlaceLook => placeLooks[place as PlaceId] ?? placeLooks.outside;

export interface ShownPlace {
  readonly id: string;
  readonly paths: readonly string[];
}

/** The places to show: the one that matters most first, each kind once, with its paths. */
export function placesOf(card: Card): readonly ShownPlace[] {
  const places = new Map<string, string[]>();
  const all = card.places.length ? card.places : [{ id: card.place }];
  for (const { id, path } of [...all].sort((a, b) => Number(b.id === card.place) - Number(a.id === card.place))) {
    const paths = places.get(id) ?? [];
    places.set(id, paths);
    if (path !== undefined && !paths.includes(path)) paths.push(path);
  }
  return [...places].map(([id, paths]) => ({ id, paths }));
}

export type Weight = 'plain' | 'warn' | 'lost';
/** How heavy a card is: its edge is drawn in that colour. */
export function weightOf(card: Card): Weight {
  const tones = card.chips.map((chip) => chipLook(chip)?.tone ?? 'warn');
  if (tones.includes('lost')) return 'lost';
  return placeLook(card.place).outside || tones.includes('warn') || !card.confident ? 'warn' : 'plain';
}
