import type { Desk } from '@bureau/contracts';
import { useState } from 'react';
import { agentName } from '../app/agents.ts';
import { useApp } from '../app/app.tsx';
import { go } from '../app/route.ts';
import { useLive } from '../app/use-store.ts';
import { Icon } from '../parts/icon.tsx';
import { nameOf } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import type { MessageId } from '../words/words.ts';
import './office.css';

const words: Record<string, MessageId> = {
  working: 'desk.working',
  waiting: 'desk.waiting',
  idle: 'desk.idle',
  unsure: 'desk.unsure',
};
const order = ['waiting', 'working', 'idle', 'unsure'];

/** Who is at work on this computer, also in terminals: a line that opens to a list of desks. */
export function OfficeStrip() {
  const app = useApp();
  const say = useWords();
  const { desks } = useLive(app.line.office);
  const [open, setOpen] = useState(false);
  const here = desks
    .filter((desk) => desk.state !== 'ended' && desk.parent === undefined)
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const busy = here.filter((desk) => desk.state === 'working' || desk.state === 'waiting');
  if (busy.length === 0) return null;
  return (
    <section className="office" aria-label={say('office.title')}>
      <button type="button" className="office-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="people" />
        <span>{say('office.atWork', { count: busy.length })}</span>
        <Icon name={open ? 'up' : 'down'} />
      </button>
      {open && (
        <ul className="desks">
          {here.map((desk) => (
            <li key={desk.desk}>
              <DeskCard
                desk={desk}
                helpers={desks.filter((other) => other.parent === desk.desk && other.state === 'working').length}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DeskCard({ desk, helpers }: { readonly desk: Desk; readonly helpers: number }) {
  const say = useWords();
  const inside = (
    <>
      <span className="desk-head">
        <strong>{agentName(desk.agent, say)}</strong>
        <span className="soft"> · {nameOf(desk.folder)}</span>
      </span>
      <span className={desk.state === 'waiting' ? 'desk-state waits' : 'desk-state'}>
        {desk.state === 'waiting' && <Icon name="hand" />}
        {desk.doing || say(words[desk.state] ?? 'desk.unsure')}
      </span>
      {helpers > 0 && <span className="soft small">{say('office.helpers', { count: helpers })}</span>}
    </>
  );
  const { task } = desk;
  return task === undefined ? (
    <div className="desk">{inside}</div>
  ) : (
    <button type="button" className="desk" onClick={() => go({ at: 'task', task })}>
      {inside}
    </button>
  );
}
