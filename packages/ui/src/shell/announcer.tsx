import { useStore } from 'zustand';
import { announced } from '../app/announce.ts';

/** Heard, not seen: new cards at once, the end of a turn when it's quiet. */
export function Announcer() {
  const { card, news } = useStore(announced);
  return (
    <div className="unseen">
      <div role="alert">{card}</div>
      <div role="status">{news}</div>
    </div>
  );
}
