import type { Desk } from '@bureau/contracts';

/** How the office looks by day and by night. */
export interface Light {
  readonly floor: string;
  readonly floorLine: string;
  readonly wall: string;
  readonly wallEdge: string;
  readonly window: string;
  readonly sign: string;
  readonly signText: string;
  readonly text: string;
  readonly bubble: string;
  readonly bubbleText: string;
  readonly callBubble: string;
  readonly callText: string;
  readonly focus: string;
  readonly shade: string;
}

export const day: Light = {
  floor: '#efe6d8',
  floorLine: '#e4d8c5',
  wall: '#d9e2e4',
  wallEdge: '#b9c6ca',
  window: '#a9d6f2',
  sign: '#fffaf0',
  signText: '#3b3a36',
  text: '#3b3a36',
  bubble: '#ffffff',
  bubbleText: '#2f2e2b',
  callBubble: '#ffd24a',
  callText: '#3a2a00',
  focus: '#1f5fd1',
  shade: 'rgba(60, 45, 25, 0.12)',
};

export const night: Light = {
  floor: '#3b3a46',
  floorLine: '#434250',
  wall: '#2e303c',
  wallEdge: '#4a4d5c',
  window: '#182742',
  sign: '#43434f',
  signText: '#ece8df',
  text: '#ece8df',
  bubble: '#565566',
  bubbleText: '#f4f1ea',
  callBubble: '#e9b830',
  callText: '#241a00',
  focus: '#8fb6ff',
  shade: 'rgba(0, 0, 0, 0.3)',
};

const things: Readonly<Record<string, string>> = {
  k: '#2d2a2a',
  w: '#fbfaf6',
  p: '#fdfbf2',
  l: '#9aa7b8',
  y: '#f7c948',
  m: '#9aa3ad',
  n: '#6a737d',
  g: '#cfe9f7',
  r: '#b8543d',
  o: '#7ee0a1',
  b: '#b98a5b',
  f: '#94693f',
  q: '#d3a877',
  v: '#3d7c4f',
  u: '#5ba56d',
};
const skins = [
  ['#f2c9a5', '#d9a67e'],
  ['#d79f74', '#b97f55'],
  ['#a86f45', '#8a5733'],
  ['#77492c', '#5d3720'],
  ['#f6d8bd', '#e0b692'],
] as const;
const hairs = ['#2b2320', '#5b3a24', '#8a5a2f', '#c99a4b', '#7b7a7a', '#3a2b45'] as const;
/** The agents' colours: Claude Code, Codex, practice, and whoever comes. */
const shirts: Readonly<Record<string, readonly [string, string]>> = {
  claude: ['#d97757', '#b85c3f'],
  codex: ['#3f8f88', '#2e6d68'],
  practice: ['#7d6bc4', '#604fa3'],
};
const stranger = ['#7c8794', '#626c78'] as const;
const grey = { h: '#8d8d8d', s: '#c9c9c9', t: '#b0b0b0', c: '#a5a5a5', d: '#8f8f8f' };

export type Palette = Readonly<Record<string, string>>;

/** A number from a name, the same every time. */
export function numberOf(name: string): number {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/** Colours of one figure: the agent's shirt, its own face and hair; grey where nothing is sure. */
export function figurePalette(desk: Pick<Desk, 'desk' | 'agent' | 'state'>): {
  readonly key: string;
  readonly palette: Palette;
} {
  if (desk.state === 'unsure') return { key: 'unsure', palette: { ...things, ...grey } };
  const number = numberOf(desk.desk);
  const skin = number % skins.length;
  const hair = (number >>> 8) % hairs.length;
  const [c, d] = shirts[desk.agent] ?? stranger;
  const [s, t] = skins[skin]!;
  return { key: `${desk.agent}-${skin}-${hair}`, palette: { ...things, s, t, c, d, h: hairs[hair]! } };
}

export const thingPalette: Palette = things;
