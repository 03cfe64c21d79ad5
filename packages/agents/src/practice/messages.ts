import type { AgentAnswer, AgentEvent } from '@bureau/contracts';

/** From Bureau to the practice program, one a line. */
export type ToPractice =
  | { readonly do: 'say'; readonly id: string; readonly text: string }
  | { readonly do: 'answer'; readonly key: string; readonly answer: AgentAnswer }
  | { readonly do: 'interrupt' };

/** From the practice program to Bureau, one a line: Bureau's own events, and what an interrupt gave back. */
export type FromPractice = AgentEvent | { readonly type: 'interrupted'; readonly returned: readonly string[] };
