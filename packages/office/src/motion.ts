import type { Desk, Posture } from '@bureau/contracts';
import type { Scene } from './scene.ts';

/** A figure in the office: at its desk, or walking between it and the door. */
export interface Figure {
  readonly desk: Desk;
  readonly x: number;
  readonly y: number;
  readonly walking: boolean;
  /** Leaves the scene when it reaches the door. */
  readonly leaving: boolean;
  readonly posture: Posture;
}
export interface Motion {
  readonly figures: ReadonlyMap<string, Figure>;
  /** Milliseconds of office time; frames of moving postures follow from it. */
  readonly clock: number;
}

export const still: Motion = { figures: new Map(), clock: 0 };

/** Art pixels a second. */
const speed = 60;
/** Postures whose second frame shows work going on. */
const busy = new Set<Posture>(['reading', 'writing', 'running', 'searching', 'thinking']);

const seatPoint = (seat: Scene['seats'][number]) => ({ x: seat.x + seat.width / 2 - 8, y: seat.y + 14 });

/** The figures for a new scene. Who is new walks in from the door, who went home walks out; with `calm`, nobody walks. */
export function seat(motion: Motion, scene: Scene, calm: boolean): Motion {
  const figures = new Map<string, Figure>();
  const first = motion.figures.size === 0;
  for (const place of scene.seats) {
    const { desk } = place;
    const posture = desk.posture ?? 'unsure';
    const before = motion.figures.get(desk.desk);
    const there = seatPoint(place);
    if (posture === 'gone') {
      if (before && !before.leaving && !calm)
        figures.set(desk.desk, { ...before, desk, posture, walking: true, leaving: true });
      else if (before?.leaving) figures.set(desk.desk, { ...before, desk, posture });
      continue;
    }
    const door = scene.rooms.find((room) => room.folder === desk.folder)?.door ?? there;
    // Who is there at the first look is at the desk already: only what happens is shown as happening.
    const from = before ?? (calm || first ? there : door);
    const walking = !calm && (from.x !== there.x || from.y !== there.y);
    figures.set(desk.desk, {
      desk,
      posture,
      x: walking ? from.x : there.x,
      y: walking ? from.y : there.y,
      walking,
      leaving: false,
    });
  }
  return { figures, clock: motion.clock };
}

/** Moves everything on by `ms`. */
export function advance(motion: Motion, scene: Scene, ms: number): Motion {
  const figures = new Map<string, Figure>();
  const seats = new Map(scene.seats.map((place) => [place.desk.desk, place]));
  const doors = new Map(scene.rooms.map((room) => [room.folder, room.door]));
  for (const [id, figure] of motion.figures) {
    if (!figure.walking) {
      figures.set(id, figure);
      continue;
    }
    const place = seats.get(id);
    const goal = figure.leaving || !place ? doors.get(figure.desk.folder) : seatPoint(place);
    const step = (speed * ms) / 1000;
    const moved = goal ? towards(figure, goal, step) : { ...figure, walking: false };
    if (!moved.walking && (figure.leaving || !goal)) continue;
    figures.set(id, moved);
  }
  return { figures, clock: motion.clock + ms };
}

function towards(figure: Figure, goal: { x: number; y: number }, step: number): Figure {
  const dx = goal.x - figure.x;
  const dy = goal.y - figure.y;
  const distance = Math.hypot(dx, dy);
  if (distance <= step) return { ...figure, x: goal.x, y: goal.y, walking: false };
  return { ...figure, x: figure.x + (dx / distance) * step, y: figure.y + (dy / distance) * step };
}

/** What has to be drawn next: every screen frame, a few times a second, or not at all. */
export function pace(motion: Motion, calm: boolean): 'walk' | 'work' | 'rest' {
  if (calm) return 'rest';
  let work = false;
  for (const figure of motion.figures.values()) {
    if (figure.walking) return 'walk';
    work ||= busy.has(figure.posture);
  }
  return work ? 'work' : 'rest';
}

/** Milliseconds between two frames of a working posture. */
export const workFrameMs = 280;

/** Which of `count` frames a figure shows now; each keeps its own time, so that a room doesn't tick as one. */
export function frameOf(motion: Motion, figure: Figure, offset: number, count: number): number {
  if (count < 2 || !(busy.has(figure.posture) || figure.walking)) return 0;
  const length = figure.walking ? 140 : workFrameMs;
  return Math.floor((motion.clock + (offset % 7) * 40) / length) % count;
}
