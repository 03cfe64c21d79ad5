import type { Action, Reading } from '@bureau/contracts';

/** The languages that readings can be in. */
export const languages = ['en', 'ko', 'zh-TW'] as const;
/** One of `languages`. */
export type Language = (typeof languages)[number];

/** What the reader may know beside the text. Nothing of it is looked up. */
export interface ReadingContext {
  /** The folder that the person picked; absolute. */
  readonly folder: string;
  readonly home: string;
  readonly language: Language;
  /** What the engine's look at the folder found, if it looked. */
  readonly look?: Look;
}

/** Facts about the folder that the engine found for a request (never by this package). */
export interface Look {
  /** Where the chosen folder really is, when links lead elsewhere on the way to it. */
  readonly realFolder?: string;
  /** By path as resolved from the text. */
  readonly paths: readonly LookedPath[];
  /** Text of what a project task would run (`npm test` → its script), one level. */
  readonly tasks: readonly { readonly task: string; readonly runs: string }[];
}
/** One path of the request, as it was found. */
export interface LookedPath {
  readonly path: string;
  readonly exists: boolean;
  /** Where links lead, when elsewhere. */
  readonly realPath?: string;
  readonly kind?: 'file' | 'folder' | 'other';
  readonly files?: number;
  readonly bytes?: number;
  /** True where counting stopped early: «at least». */
  readonly atLeast?: boolean;
  /** Git could bring it back. */
  readonly inGit?: boolean;
}

/** Reads one request. Pure; any string is accepted; bounded in time. */
export type ReadAction = (action: Action, context: ReadingContext) => Reading;

/** Names a step of the transcript: «Ran npm test», «Changed src/a.ts». */
export type StepTitle = (action: Action, context: ReadingContext) => string;

/** «Ran 2 commands, changed 3 files, may have deleted 1». Empty where nothing was done. */
export type TurnSummary = (
  actions: readonly { readonly action: Action; readonly done: boolean }[],
  context: ReadingContext,
) => string;
