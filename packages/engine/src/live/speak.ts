import { checkpointBefore } from './checkpoint.ts';
import type { Deps, Live } from './live.ts';
import { apply } from './live.ts';

/** Sends what may be sent: everything that waits, but what is to wait for the turn's end only between turns. */
export function pump(deps: Deps, live: Live): void {
  if (!live.session || !live.ready || live.ending || live.state.saying.length === 0) return;
  // What is said between turns begins one, which may change the folder.
  if (live.state.turn) send(deps, live);
  else void checkpointBefore(deps, live).then(() => send(deps, live));
}

function send(deps: Deps, live: Live): void {
  const { session } = live;
  if (!session || !live.ready || live.ending) return;
  const next = live.state.saying.filter(
    ({ state, when }) => state === 'queued' && (when !== 'after' || live.state.turn === null),
  );
  for (const { messageId, text, files } of next) {
    live.takeIdle();
    apply(deps, live, { type: 'said', messageId, state: 'sent' });
    void session.say({ id: messageId, text, ...(files ? { files } : {}) }).then((sent) => {
      if (sent.ok) return;
      apply(deps, live, { type: 'said', messageId, state: 'returned' });
      apply(deps, live, {
        type: 'notice',
        level: 'error',
        code: 'not-sent',
        message: `Your words did not reach the agent: ${sent.error.message}`,
      });
    });
    // One that begins a turn goes alone: the next ones wait for that turn's end.
    if (live.state.saying.find((one) => one.messageId === messageId)?.when === 'after') return;
  }
}
