import type { Bench } from '../row.ts';
import { firstEvent } from './first-event.ts';
import { million } from './million.ts';
import { requestToCard } from './request-to-card.ts';
import { snapshotBytes } from './snapshot.ts';
import { throughput } from './throughput.ts';

export const bench: Bench = {
  name: 'engine: starts, cards, events, a journal of a million',
  run: async () => [
    ...(await firstEvent()),
    await requestToCard(),
    ...(await throughput()),
    await snapshotBytes(),
    ...(await million()),
  ],
};
