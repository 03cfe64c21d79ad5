import type { Desk } from '@bureau/contracts';
import { paintPeople, paintRooms, paintSigns, paintWords, type View } from './draw/paint.ts';
import { day, night } from './draw/palette.ts';
import { type MakeCanvas, type Pen, spriteStore } from './draw/sprites.ts';
import { advance, type Motion, pace, seat, still, workFrameMs } from './motion.ts';
import { deskAt, layOut, type Scene } from './scene.ts';

/** What the office is drawn on, and the window's own clock; a test gives its own. */
export interface Stage {
  readonly canvas: HTMLCanvasElement;
  readonly requestFrame: (callback: (now: number) => void) => number;
  readonly cancelFrame: (id: number) => void;
  readonly setTimer: (callback: () => void, ms: number) => number;
  readonly clearTimer: (id: number) => void;
  readonly makeCanvas: MakeCanvas;
  readonly pixelRatio: () => number;
}
export interface OfficeOptions {
  readonly night?: boolean;
  /** Nobody walks, nothing moves: reduced motion. */
  readonly calm?: boolean;
  readonly font?: string;
  /** Screen pixels an art pixel; 2 or 3 read well. */
  readonly scale?: number;
}
export interface Office {
  /** The desks to show now. Draws only when something differs. */
  show(desks: readonly Desk[]): void;
  set(options: OfficeOptions): void;
  /** The width to lay out in, CSS pixels; the height that comes of it is returned. */
  resize(width: number): number;
  /** A hidden office draws nothing at all. */
  setVisible(visible: boolean): void;
  focus(desk: string | null): void;
  /** The desk at a point of the canvas, CSS pixels. */
  at(x: number, y: number): Desk | undefined;
  /** Frames drawn so far: at rest it doesn't change. */
  frames(): number;
  /** The picture as a data address, for export. */
  image(): string;
  close(): void;
}

/** The office as the browser runs it. */
export function openOffice(canvas: HTMLCanvasElement, options: OfficeOptions = {}): Office {
  return drawOffice(
    {
      canvas,
      requestFrame: (callback) => requestAnimationFrame(callback),
      cancelFrame: (id) => cancelAnimationFrame(id),
      setTimer: (callback, ms) => setTimeout(callback, ms) as unknown as number,
      clearTimer: (id) => clearTimeout(id),
      makeCanvas(width, height) {
        const picture = document.createElement('canvas');
        picture.width = width;
        picture.height = height;
        return { picture, context: picture.getContext('2d')! };
      },
      pixelRatio: () => devicePixelRatio,
    },
    options,
  );
}

/** The same on any stage. Frames are asked for only while something moves. */
export function drawOffice(stage: Stage, given: OfficeOptions): Office {
  const pen: Pen = stage.canvas.getContext('2d')!;
  const sprites = spriteStore(stage.makeCanvas);
  let options = given;
  let desks: readonly Desk[] = [];
  let width = 640;
  let scene: Scene = layOut([], 1);
  let motion: Motion = still;
  let visible = true;
  let focused: string | null = null;
  let background: ReturnType<MakeCanvas> | undefined;
  let words: ReturnType<MakeCanvas> | undefined;
  let frame = 0;
  let timer = 0;
  let last = 0;
  let drawn = 0;

  const scale = () => options.scale ?? 2;
  const view = (): View => ({
    light: options.night ? night : day,
    scale: scale(),
    focused,
    font: options.font ?? 'system-ui, sans-serif',
  });

  const layer = (paint: (layerPen: Pen) => void, unit: number): ReturnType<MakeCanvas> => {
    const ratio = stage.pixelRatio();
    const made = stage.makeCanvas(Math.ceil(scene.width * scale() * ratio), Math.ceil(scene.height * scale() * ratio));
    made.context.imageSmoothingEnabled = false;
    made.context.setTransform(unit * ratio, 0, 0, unit * ratio, 0, 0);
    paint(made.context);
    return made;
  };

  const draw = () => {
    drawn++;
    const ratio = stage.pixelRatio();
    background ??= layer((layerPen) => paintRooms(layerPen, scene, view(), sprites), scale());
    words ??= layer((layerPen) => {
      paintSigns(layerPen, scene, view());
      paintWords(layerPen, scene, view());
    }, 1);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.clearRect(0, 0, stage.canvas.width, stage.canvas.height);
    pen.drawImage(background.picture, 0, 0);
    pen.setTransform(scale() * ratio, 0, 0, scale() * ratio, 0, 0);
    paintPeople(pen, scene, motion, view(), sprites);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(words.picture, 0, 0);
  };

  const halt = () => {
    if (frame) stage.cancelFrame(frame);
    if (timer) stage.clearTimer(timer);
    frame = 0;
    timer = 0;
  };
  const ask = () => {
    frame ||= stage.requestFrame(step);
  };
  const step = (now: number) => {
    frame = 0;
    motion = advance(motion, scene, last ? Math.min(100, now - last) : 0);
    last = now;
    draw();
    next();
  };
  /** The next frame at once while somebody walks, at the pace of work while somebody works, else none. */
  const next = () => {
    const wanted = pace(motion, options.calm ?? false);
    if (wanted === 'walk') ask();
    else if (wanted === 'work') {
      timer = stage.setTimer(() => {
        timer = 0;
        motion = { ...motion, clock: motion.clock + workFrameMs - 16 };
        last = 0;
        ask();
      }, workFrameMs);
    } else last = 0;
  };
  const redraw = () => {
    halt();
    background = undefined;
    words = undefined;
    if (visible) ask();
  };
  const arrange = () => {
    scene = layOut(desks, Math.max(80, Math.floor(width / scale())));
    motion = seat(motion, scene, (options.calm ?? false) || !visible);
    const ratio = stage.pixelRatio();
    stage.canvas.width = Math.ceil(scene.width * scale() * ratio);
    stage.canvas.height = Math.ceil(scene.height * scale() * ratio);
    redraw();
  };

  return {
    show(shown) {
      if (sameDesks(desks, shown)) return;
      desks = shown;
      arrange();
    },
    set(changed) {
      options = { ...options, ...changed };
      arrange();
    },
    resize(wanted) {
      if (wanted !== width) {
        width = wanted;
        arrange();
      }
      return scene.height * scale();
    },
    setVisible(now) {
      if (now === visible) return;
      visible = now;
      if (visible) arrange();
      else halt();
    },
    focus(desk) {
      focused = desk;
      redraw();
    },
    at: (x, y) => deskAt(scene, x / scale(), y / scale()),
    frames: () => drawn,
    image() {
      draw();
      return stage.canvas.toDataURL('image/png');
    },
    close: halt,
  };
}

/** Only what can be seen counts: a desk whose token count rose looks the same. */
function sameDesks(a: readonly Desk[], b: readonly Desk[]): boolean {
  const key = (desk: Desk) =>
    `${desk.desk}|${desk.state}|${desk.posture}|${desk.doing}|${desk.title}|${desk.folder}|${desk.parent}`;
  return a.length === b.length && a.every((desk, index) => key(desk) === key(b[index]!));
}
