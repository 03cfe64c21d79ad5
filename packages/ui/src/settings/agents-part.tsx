import type { AgentFound } from '@bureau/contracts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { agentName } from '../app/agents.ts';
import { useApp } from '../app/app.tsx';
import { doctorOf } from '../app/doctor.ts';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Note } from '../parts/note.tsx';
import { useWords } from '../words/use-words.ts';
import type { Say } from '../words/words.ts';
import { Part } from './part.tsx';

/** The agents on this computer, their versions, and what stands in the way. */
export function AgentsPart() {
  const app = useApp();
  const say = useWords();
  const doctor = doctorOf(app.line);
  const { report, busy, failed } = useStore(doctor.view);
  useEffect(() => {
    if (!doctor.view.getState().report) void doctor.look();
  }, [doctor]);
  return (
    <Part title={say('settings.agents')}>
      {report?.agents.map((found) => (
        <div key={found.agent} className="setting">
          <span className="setting-words">
            <span className="setting-name">{agentName(found.agent, say)}</span>
            <span className="soft small">{stateOf(found, say)}</span>
            {found.path && (
              <Fold title={say('details')} className="small">
                <p className="soft">{found.path}</p>
                {found.loginDetail && <p className="soft">{found.loginDetail}</p>}
              </Fold>
            )}
          </span>
          <span>{found.version}</span>
        </div>
      ))}
      {report?.problems.map(({ what, means, todo }) => (
        <Note key={what} tone="warn">
          <strong>{what}</strong>
          <span>{means}</span>
          <span>{todo}</span>
        </Note>
      ))}
      {report && (
        <Note tone={report.holding.canProve ? 'good' : 'warn'} icon="shield">
          <span>{say(report.holding.canProve ? 'settings.canProve' : 'settings.cannotProve')}</span>
          <Fold title={say('details')} className="small">
            <p>{report.holding.detail}</p>
          </Fold>
        </Note>
      )}
      {failed !== null && <Note tone="lost">{failed}</Note>}
      <div className="row">
        <Button slim icon="rewind" className={busy ? 'off' : ''} onClick={() => void doctor.look()}>
          {say(busy ? 'agent.looking' : 'agent.lookAgain')}
        </Button>
      </div>
    </Part>
  );
}

function stateOf(found: AgentFound, say: Say): string {
  if (found.agent === 'practice') return say('agent.practice.about');
  if (found.path === null) return say('agent.absent');
  if (found.login === 'no') return say('agent.loggedOut');
  const tested =
    found.tested === 'newer' ? say('agent.newer') : found.tested === 'older' ? say('agent.older') : say('agent.tested');
  return `${say(found.login === 'yes' ? 'agent.ready' : 'agent.found')} ${tested}`;
}
