// Apart from the schemas: who only needs the words must not load a schema library (a run's start counts).

/** What a request would change. Order: the one that matters most first. */
export const chips = [
  'admin',
  'deletes',
  'git-history',
  'stops-programs',
  'spends',
  'publishes',
  'sends',
  'permissions',
  'settings',
  'maybe',
  'runs-code',
  'database',
  'installs',
  'background',
  'moves',
  'changes',
  'creates',
  'git-local',
  'downloads',
  'reads',
] as const;
/** One of `chips`. */
export type Chip = (typeof chips)[number];

/** Where a request acts. `outside` and the more specific ones are places outside the chosen folder. */
export const placeIds = ['disk', 'system', 'program-data', 'home', 'outside', 'temp', 'network', 'inside'] as const;
/** One of `placeIds`. */
export type PlaceId = (typeof placeIds)[number];

/** What a card can be answered with. `allow-similar`: yes, and don’t ask again within its reach. */
export const answers = ['allow', 'allow-similar', 'deny'] as const;
/** One of `answers`. */
export type AnswerId = (typeof answers)[number];
