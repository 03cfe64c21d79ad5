import { z } from 'zod';
import { type AnswerId, answers, type Chip, chips, type PlaceId, placeIds } from './card-ids.ts';
import { openEnum } from './open.ts';

export * from './card-ids.ts';

/** Where an action acts. */
export interface Place {
  readonly id: PlaceId;
  /** The path or host as it would be shown; missing where only the kind of place is known. */
  readonly path?: string;
}

/** What one part of a request does. */
export interface Detail {
  /** One sentence on one part of the request, in the person's language. */
  readonly sentence: string;
  /** The part of the exact text that this sentence reads. */
  readonly part?: string;
  readonly chips?: readonly Chip[];
}

/** Bureau's own understanding of a request, from its text alone. */
export interface Reading {
  readonly title: string;
  readonly sentence: string;
  readonly chips: readonly Chip[];
  readonly places: readonly Place[];
  /** False where the effect can't be read: the chip `maybe` is then shown. */
  readonly confident: boolean;
  /** Whether «don't ask again» may be offered at all. Never true when not confident. */
  readonly grantable: boolean;
  readonly details: readonly Detail[];
}

/** How a request is shown. */
export interface Card extends Reading {
  /** The place that matters most. */
  readonly place: PlaceId;
  /** What «don't ask again» would cover, in words; only where that is offered. */
  readonly reach?: string;
  /** The answers that can be given, in the order shown. */
  readonly answers: readonly AnswerId[];
}

/** One of the answers that a question offers. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
}

/** One of an agent's questions to the person. */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly options: readonly QuestionOption[];
  /** More than one option may be chosen. */
  readonly multiple: boolean;
  /** What is typed must not be shown or kept. */
  readonly secret: boolean;
  /** An answer in own words is accepted. */
  readonly free: boolean;
}

const place = z.looseObject({ id: openEnum(placeIds), path: z.string().optional() });
const detail = z.looseObject({
  sentence: z.string(),
  part: z.string().optional(),
  chips: z.array(openEnum(chips)).optional(),
});
const readingShape = {
  title: z.string(),
  sentence: z.string(),
  chips: z.array(openEnum(chips)),
  places: z.array(place),
  confident: z.boolean(),
  grantable: z.boolean(),
  details: z.array(detail),
};
/** Decodes a `Reading`. */
export const reading = z.looseObject(readingShape) as unknown as z.ZodType<Reading>;
/** Decodes a `Card`. */
export const card = z.looseObject({
  ...readingShape,
  place: openEnum(placeIds),
  reach: z.string().optional(),
  answers: z.array(openEnum(answers)),
}) as unknown as z.ZodType<Card>;
/** Decodes a `Question`. */
export const question = z.looseObject({
  id: z.string(),
  text: z.string(),
  options: z.array(z.looseObject({ label: z.string(), description: z.string().optional() })),
  multiple: z.boolean(),
  secret: z.boolean(),
  free: z.boolean(),
}) as unknown as z.ZodType<Question>;
