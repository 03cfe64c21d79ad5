import type { AgentEvent } from '@bureau/contracts';
import { type Row, round } from '../row.ts';
import { onEngine } from './on-engine.ts';

const events = 200_000;
/** As many as a busy agent's output brings in one read of its pipe. */
const atOnce = 256;

/** Events that nothing folds together, each journaled and told: the hard case. */
export const throughput = (): Promise<Row[]> =>
  onEngine(async ({ engine, session }) => {
    let told = 0;
    engine.onEvents((_, batch) => {
      told += batch.length;
    });
    session.emit({ type: 'turn-started', origin: 'user' });
    const single = await timed(session, (i) => ({
      type: 'text',
      messageId: `m${i}`,
      text: 'a whole message',
      final: true,
    }));
    const toldSingle = told;
    const mixed = await timed(session, mixture);
    return [
      {
        what: 'engine → subscriber, whole messages, journaled and searchable',
        value: Math.round(toldSingle / single),
        unit: 'events/s',
      },
      {
        what: 'agent → engine → subscriber, a working agent’s mixture (60 % small pieces)',
        value: Math.round(events / mixed),
        unit: 'events/s',
        limit: '≥ 50,000',
        met: events / mixed >= 50_000,
      },
      {
        what: 'of these 200,000, told as events (pieces come once a frame)',
        value: round(told - toldSingle, 0),
        unit: 'events',
      },
    ];
  });

/** Of twenty events: twelve pieces of a message and its whole, three commands with output, usage. */
function mixture(i: number): AgentEvent {
  const at = i % 20;
  const round = Math.floor(i / 20);
  if (at < 12) return { type: 'text', messageId: `w${round}`, text: 'word ', final: false };
  if (at === 12) return { type: 'text', messageId: `w${round}`, text: 'word '.repeat(12), final: true };
  if (at === 19) return { type: 'usage', inputTokens: i, outputTokens: round };
  const stepId = `c${round}-${(at - 13) >> 1}`;
  return at % 2
    ? {
        type: 'step-started',
        stepId,
        kind: 'command',
        action: { kind: 'command', shell: 'bash', command: 'npm test', cwd: '/' },
      }
    : { type: 'step-ended', stepId, state: 'completed', exitCode: 0, output: 'ok\n'.repeat(20) };
}

/** Seconds for all events, with a turn of the event loop after each chunk as a pipe would give. */
async function timed(
  session: { emit(...events: AgentEvent[]): void },
  make: (i: number) => AgentEvent,
): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < events; i += atOnce) {
    for (let j = i; j < Math.min(events, i + atOnce); j++) session.emit(make(j));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return (performance.now() - begun) / 1000;
}
