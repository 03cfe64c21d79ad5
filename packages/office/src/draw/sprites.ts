import type { Art } from './art.ts';
import type { Palette } from './palette.ts';

/** Something that can be drawn; a canvas in the window, anything in a test. */
export type Picture = CanvasImageSource;
export type MakeCanvas = (width: number, height: number) => { readonly picture: Picture; readonly context: Pen };

/** The few calls of a 2D context that the office makes. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'imageSmoothingEnabled'
  | 'globalAlpha'
  | 'fillRect'
  | 'strokeRect'
  | 'clearRect'
  | 'drawImage'
  | 'fillText'
  | 'measureText'
  | 'setTransform'
  | 'beginPath'
  | 'roundRect'
  | 'fill'
  | 'stroke'
>;

/** Pictures are drawn once a colour and kept: a frame then costs one drawImage a thing. */
export function spriteStore(makeCanvas: MakeCanvas) {
  const kept = new Map<string, Picture>();
  return (name: string, art: Art, palette: Palette): Picture => {
    const known = kept.get(name);
    if (known) return known;
    const width = Math.max(...art.map((row) => row.length));
    const { picture, context } = makeCanvas(width, art.length);
    art.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) {
        const colour = palette[row[x]!];
        if (!colour) continue;
        context.fillStyle = colour;
        context.fillRect(x, y, 1, 1);
      }
    });
    kept.set(name, picture);
    return picture;
  };
}
export type Sprites = ReturnType<typeof spriteStore>;
