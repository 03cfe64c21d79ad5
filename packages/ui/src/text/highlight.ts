/** Pieces of code: a class of the theme (empty for plain) and the words. */
export type Coloured = readonly (readonly [string, string])[];
export interface ToWorker {
  readonly id: number;
  readonly text: string;
  readonly language: string;
}
export interface FromWorker {
  readonly id: number;
  readonly pieces: Coloured | null;
}

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, PromiseWithResolvers<Coloured | null>>();

/** Colours code off the main thread; null for a language that isn't known. */
export function colour(text: string, language: string): Promise<Coloured | null> {
  if (!worker) {
    worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      waiting.get(data.id)?.resolve(data.pieces);
      waiting.delete(data.id);
    };
    worker.onerror = () => {
      for (const one of waiting.values()) one.resolve(null);
      waiting.clear();
      worker = null;
    };
  }
  const id = ++last;
  const answer = Promise.withResolvers<Coloured | null>();
  waiting.set(id, answer);
  worker.postMessage({ id, text, language } satisfies ToWorker);
  return answer.promise;
}
