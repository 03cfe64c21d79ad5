import type { AgentId, AgentRequest, Card, PlaceId, Question, Reading, SimilarOffer } from '@bureau/contracts';
import { placeIds } from '@bureau/contracts';
import { shorten } from '../task/words.ts';

/** A reading as a card: the answers that can be given, and how far «don't ask again» would reach. */
export function permissionCard(
  reading: Reading,
  request: Extract<AgentRequest, { kind: 'permission' }>,
  agent: AgentId,
): Card {
  const reach = reading.confident && reading.grantable && !request.plan ? reachOf(request, agent) : undefined;
  return {
    ...reading,
    place: mainPlace(reading),
    ...(reach === undefined ? {} : { reach }),
    answers: reach === undefined ? ['allow', 'deny'] : ['allow', 'allow-similar', 'deny'],
  };
}

/** In the order of `placeIds`, the one that matters most comes first. */
const mainPlace = (reading: Reading): PlaceId =>
  placeIds.find((id) => reading.places.some((place) => place.id === id)) ?? 'inside';

/** Only what the CLI offered, for this task only; in words. `undefined` where nothing bounded was offered. */
function reachOf(request: Extract<AgentRequest, { kind: 'permission' }>, agent: AgentId): string | undefined {
  const reaches = (request.similar ?? []).flatMap((offer) => {
    const words = offerReach(offer, request, agent);
    return words === undefined ? [] : [words];
  });
  return reaches.length ? `${reaches.join('; ')}, in this task` : undefined;
}

function offerReach(
  offer: SimilarOffer,
  request: Extract<AgentRequest, { kind: 'permission' }>,
  agent: AgentId,
): string | undefined {
  switch (offer.kind) {
    case 'exact':
      return request.action.kind === 'command' ? 'exactly this command' : 'exactly these files';
    case 'mode':
      return offer.mode === 'acceptEdits' ? 'every change to files in the folder' : undefined;
    case 'folder':
      return `work in ${offer.folders.join(', ')}`;
    case 'rule': {
      if (offer.ruleContent === undefined)
        return agent === 'claude' ? `everything it does with ${offer.toolName}` : undefined;
      const begins = /^(.*?)(?::| )\*$/s.exec(offer.ruleContent)?.[1];
      return begins === undefined
        ? `exactly «${shorten(offer.ruleContent, 120)}»`
        : `every command that begins with «${shorten(begins, 120)}»`;
    }
  }
}

/** A question: its own words are its title. */
export function questionCard(questions: readonly Question[]): Card {
  return {
    title: shorten(questions[0]?.text ?? '', 200) || 'The agent asks something.',
    sentence: questions.length > 1 ? `${questions.length} questions.` : '',
    chips: [],
    places: [],
    confident: true,
    grantable: false,
    details: [],
    place: 'inside',
    answers: ['allow', 'deny'],
  };
}

/** A request that could not be read at all: shown as it is, and never grantable. */
export function unreadCard(exact: string): Card {
  return {
    title: 'Allow something Bureau could not read?',
    sentence: `Bureau could not tell what this would do: ${shorten(exact, 200)}`,
    chips: ['maybe'],
    places: [],
    confident: false,
    grantable: false,
    details: [],
    place: 'inside',
    answers: ['allow', 'deny'],
  };
}
