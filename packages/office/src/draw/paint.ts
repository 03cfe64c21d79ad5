import type { Desk } from '@bureau/contracts';
import { type Figure, frameOf, type Motion } from '../motion.ts';
import type { Room, Scene, Seat } from '../scene.ts';
import {
  call,
  chair,
  computer,
  computerShut,
  cup,
  desk as deskArt,
  figures,
  lamp,
  plant,
  sideDesk,
  unsure,
  walking,
} from './art.ts';
import { figurePalette, type Light, numberOf, thingPalette } from './palette.ts';
import type { Pen, Sprites } from './sprites.ts';

export interface View {
  readonly light: Light;
  /** Screen pixels an art pixel. */
  readonly scale: number;
  readonly focused: string | null;
  readonly font: string;
}

/** The floor, walls, desks and signs: drawn once a scene onto a picture of its own. */
export function paintRooms(pen: Pen, scene: Scene, view: View, sprites: Sprites): void {
  for (const room of scene.rooms) paintRoom(pen, room, view, sprites);
}

function paintRoom(pen: Pen, room: Room, view: View, sprites: Sprites): void {
  const { light } = view;
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    pen.fillStyle = colour;
    pen.fillRect(x, y, width, height);
  };
  fill(light.floor, room.x, room.y, room.width, room.height);
  for (let y = room.y + 22; y < room.y + room.height; y += 8) fill(light.floorLine, room.x, y, room.width, 1);
  fill(light.wall, room.x, room.y, room.width, 20);
  fill(light.wallEdge, room.x, room.y + 19, room.width, 1);
  fill(light.wallEdge, room.x, room.y, room.width, 1);
  // A window, the door, a plant.
  fill(light.wallEdge, room.x + room.width - 44, room.y + 4, 20, 11);
  fill(light.window, room.x + room.width - 43, room.y + 5, 8, 9);
  fill(light.window, room.x + room.width - 33, room.y + 5, 8, 9);
  fill(thingPalette['f']!, room.x + room.width - 17, room.y + 3, 12, 17);
  fill(thingPalette['b']!, room.x + room.width - 16, room.y + 4, 10, 16);
  fill(thingPalette['y']!, room.x + room.width - 8, room.y + 12, 1, 2);
  pen.drawImage(sprites('plant', plant, thingPalette), room.x + room.width - 13, room.y + room.height - 12);
  pen.drawImage(sprites('lamp', lamp, thingPalette), room.x + 2, room.y + room.height - 9);
}

/** Texts are drawn in screen pixels: letters of art pixels can't be read in three languages. */
export function paintSigns(pen: Pen, scene: Scene, view: View): void {
  const { scale, light } = view;
  for (const room of scene.rooms) {
    const size = Math.max(12, Math.min(15, 5 * scale));
    pen.font = `600 ${size}px ${view.font}`;
    pen.textAlign = 'left';
    pen.textBaseline = 'middle';
    const name = fit(pen, room.name || '…', (room.width - 52) * scale);
    const width = pen.measureText(name).width + 12;
    pen.fillStyle = light.sign;
    pen.beginPath();
    pen.roundRect((room.x + 4) * scale, (room.y + 3) * scale, width, size + 8, 4);
    pen.fill();
    pen.fillStyle = light.signText;
    pen.fillText(name, (room.x + 4) * scale + 6, (room.y + 3) * scale + (size + 8) / 2 + 1);
  }
}

/** Everything that may change from frame to frame. */
export function paintPeople(pen: Pen, scene: Scene, motion: Motion, view: View, sprites: Sprites): void {
  for (const seat of scene.seats) paintSeat(pen, seat, motion.figures.get(seat.desk.desk), motion, view, sprites);
  for (const figure of motion.figures.values()) if (figure.walking) paintWalking(pen, figure, motion, sprites);
}

function paintSeat(
  pen: Pen,
  seat: Seat,
  figure: Figure | undefined,
  motion: Motion,
  view: View,
  sprites: Sprites,
): void {
  const middle = Math.round(seat.x + seat.width / 2);
  const top = seat.y + 14;
  pen.fillStyle = view.light.shade;
  pen.fillRect(middle - 17, top + 24, 34, 1);
  if (!figure || figure.walking) pen.drawImage(sprites('chair', chair, thingPalette), middle - 8, top + 8);
  else paintFigure(pen, figure, motion, middle - 8, top, sprites);
  const surface = top + 16;
  if (seat.side) pen.drawImage(sprites('side', sideDesk, thingPalette), middle - 11, surface);
  else pen.drawImage(sprites('desk', deskArt, thingPalette), middle - 17, surface);
  paintComputer(pen, seat, figure, motion, middle, surface, sprites);
}

/** In front of who runs a command; shut at the side otherwise, so that hands can be seen. */
function paintComputer(
  pen: Pen,
  seat: Seat,
  figure: Figure | undefined,
  motion: Motion,
  middle: number,
  top: number,
  sprites: Sprites,
): void {
  if (figure?.posture === 'running' && !figure.walking) {
    const frame = frameOf(motion, figure, numberOf(seat.desk.desk) + 3, computer.length);
    pen.drawImage(sprites(`computer-${frame}`, computer[frame]!, thingPalette), middle - 5, top - 4);
    return;
  }
  if (seat.side) return;
  pen.drawImage(sprites('shut', computerShut, thingPalette), middle + 7, top - 1);
  if (figure) pen.drawImage(sprites('cup', cup, thingPalette), middle - 15, top - 2);
}

function paintFigure(pen: Pen, figure: Figure, motion: Motion, x: number, y: number, sprites: Sprites): void {
  if (figure.posture === 'gone') return;
  const frames = figures[figure.posture];
  const number = numberOf(figure.desk.desk);
  const frame = frameOf(motion, figure, number, frames.length);
  const { key, palette } = figurePalette(figure.desk);
  pen.drawImage(sprites(`${key}-${figure.posture}-${frame}`, frames[frame]!, palette), x, y);
  if (figure.posture === 'waiting') pen.drawImage(sprites('call', call, thingPalette), x + 15, y - 7);
  if (figure.posture === 'unsure') pen.drawImage(sprites('unsure', unsure, thingPalette), x + 15, y - 7);
}

function paintWalking(pen: Pen, figure: Figure, motion: Motion, sprites: Sprites): void {
  const { key, palette } = figurePalette(figure.desk);
  const frame = frameOf(motion, figure, numberOf(figure.desk.desk), walking.length);
  pen.drawImage(sprites(`${key}-walk-${frame}`, walking[frame]!, palette), Math.round(figure.x), Math.round(figure.y));
}

/** Names under desks and what each does above them, in screen pixels. */
export function paintWords(pen: Pen, scene: Scene, view: View): void {
  for (const seat of scene.seats) paintSeatWords(pen, seat, view);
}

function paintSeatWords(pen: Pen, seat: Seat, view: View): void {
  const { scale, light } = view;
  const { desk } = seat;
  const size = Math.max(10, Math.min(13, 4 * scale));
  const middle = (seat.x + seat.width / 2) * scale;
  const limit = (seat.width - 4) * scale;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = `${size}px ${view.font}`;
  pen.fillStyle = light.text;
  pen.globalAlpha = desk.state === 'ended' ? 0.6 : 1;
  pen.fillText(fit(pen, nameOf(desk), limit), middle, (seat.y + 45) * scale);
  pen.globalAlpha = 1;
  if (view.focused === desk.desk) {
    pen.strokeStyle = light.focus;
    pen.lineWidth = 3;
    pen.strokeRect(seat.x * scale + 2, seat.y * scale + 2, seat.width * scale - 4, seat.height * scale - 8);
  }
  if (!desk.doing || desk.state === 'ended' || desk.state === 'idle') return;
  const words = fit(pen, desk.doing, limit - 10);
  const width = pen.measureText(words).width + 10;
  const waiting = desk.state === 'waiting';
  pen.fillStyle = waiting ? light.callBubble : light.bubble;
  pen.beginPath();
  pen.roundRect(middle - width / 2, (seat.y + 1) * scale, width, size + 8, 5);
  pen.fill();
  pen.fillStyle = waiting ? light.callText : light.bubbleText;
  pen.fillText(words, middle, (seat.y + 1) * scale + (size + 8) / 2 + 1);
}

const agentNames: Readonly<Record<string, string>> = { claude: 'Claude', codex: 'Codex', practice: 'Practice' };
const nameOf = (desk: Desk) => desk.title || agentNames[desk.agent] || desk.agent;

/** A text cut to a width in screen pixels, never inside a character. */
export function fit(pen: Pick<Pen, 'measureText'>, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const characters = [...text];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(`${characters.slice(0, middle).join('')}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('')}…`;
}
