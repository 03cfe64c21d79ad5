import type { Desk } from '@bureau/contracts';

/** Where everything stands, in art pixels. Pure: the same desks give the same scene. */
export interface Seat {
  readonly desk: Desk;
  /** Top left of the seat's cell. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly side: boolean;
}
export interface Room {
  readonly folder: string;
  /** The folder's last name. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where figures come in and go home. */
  readonly door: { readonly x: number; readonly y: number };
}
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly rooms: readonly Room[];
  readonly seats: readonly Seat[];
}

const cell = { width: 60, height: 58 };
const side = { width: 44, height: 58 };
const wall = 22;
const margin = 8;
const gap = 6;

/** Rooms by folder, a desk an agent, sub-agents at side desks next to their parent. */
export function layOut(desks: readonly Desk[], width: number): Scene {
  const rooms: Room[] = [];
  const seats: Seat[] = [];
  let x = gap;
  let y = gap;
  let rowHeight = 0;
  for (const [folder, members] of byFolder(desks)) {
    const size = roomSize(members, width - gap * 2);
    if (x > gap && x + size.width > width - gap) {
      x = gap;
      y += rowHeight + gap;
      rowHeight = 0;
    }
    rooms.push({ folder, name: lastName(folder), x, y, ...size, door: { x: x + size.width - 14, y: y + wall - 2 } });
    seats.push(...seatsOf(members, x, y, size.width));
    x += size.width + gap;
    rowHeight = Math.max(rowHeight, size.height);
  }
  return { width, height: y + rowHeight + gap, rooms, seats };
}

function byFolder(desks: readonly Desk[]): [string, Desk[]][] {
  const rooms = new Map<string, Desk[]>();
  for (const desk of desks) {
    const members = rooms.get(desk.folder);
    if (members) members.push(desk);
    else rooms.set(desk.folder, [desk]);
  }
  // By name, so that a room keeps its place while its people come and go.
  return [...rooms]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([folder, members]) => [folder, inOrder(members)]);
}

/** Parents by name, each followed by its sub-agents. */
function inOrder(members: readonly Desk[]): Desk[] {
  const known = new Set(members.map((desk) => desk.desk));
  const byName = [...members].sort((a, b) => (a.desk < b.desk ? -1 : 1));
  const parents = byName.filter((desk) => !desk.parent || !known.has(desk.parent));
  const children = (parent: string): Desk[] =>
    byName.filter((desk) => desk.parent === parent).flatMap((desk) => [desk, ...children(desk.desk)]);
  return parents.flatMap((desk) => [desk, ...children(desk.desk)]);
}

const widthOf = (desk: Desk) => (desk.parent ? side.width : cell.width);

function roomSize(members: readonly Desk[], limit: number): { width: number; height: number } {
  const whole = members.reduce((sum, desk) => sum + widthOf(desk), 0) + margin * 2;
  // Rooms are at most about four desks wide: wider ones read as a corridor.
  const width = Math.max(cell.width + margin * 2 + 20, Math.min(whole + 20, limit, cell.width * 4 + margin * 2 + 20));
  const rows = rowsOf(members, width);
  return { width, height: wall + margin + rows.length * cell.height };
}

function rowsOf(members: readonly Desk[], width: number): Desk[][] {
  const rows: Desk[][] = [[]];
  let used = 0;
  for (const desk of members) {
    if (used > 0 && used + widthOf(desk) > width - margin * 2) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(desk);
    used += widthOf(desk);
  }
  return rows;
}

function seatsOf(members: readonly Desk[], x: number, y: number, width: number): Seat[] {
  return rowsOf(members, width).flatMap((row, index) => {
    let left = x + margin;
    return row.map((desk) => {
      const seat = {
        desk,
        x: left,
        y: y + wall + index * cell.height,
        width: widthOf(desk),
        height: desk.parent ? side.height : cell.height,
        side: desk.parent !== undefined,
      };
      left += widthOf(desk);
      return seat;
    });
  });
}

export function lastName(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}

/** The desk at a point in art pixels. */
export function deskAt(scene: Scene, x: number, y: number): Desk | undefined {
  return scene.seats.find((seat) => x >= seat.x && x < seat.x + seat.width && y >= seat.y && y < seat.y + seat.height)
    ?.desk;
}
