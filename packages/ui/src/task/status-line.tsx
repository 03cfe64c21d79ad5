import type { TaskSummary } from '@bureau/contracts';
import type { TaskView } from '@bureau/host/client';
import { useEffect, useState } from 'react';
import { agentName } from '../app/agents.ts';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../words/use-words.ts';

/** What it does right now, and the one way to stop it. */
export function StatusLine({ view, summary }: { readonly view: TaskView; readonly summary: TaskSummary }) {
  const app = useApp();
  const say = useWords();
  const { task, state } = summary;
  const [pressed, setPressed] = useState(false);
  const stopping = state === 'stopping' || pressed;
  // Resolves with the receipt, which comes as a row of the transcript too.
  const stop = () => {
    setPressed(true);
    void app.attempt(app.line.command(task, { type: 'stop' })).then(() => setPressed(false));
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.code !== 'KeyS') return;
      event.preventDefault();
      if (state !== 'ended') stop();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  if (state === 'ended') return null;
  const name = agentName(summary.agent, say);
  const left = view.background.length;
  return (
    <div className="status">
      <span className="status-words">
        {stopping || state === 'working' || state === 'starting' ? (
          <span className="spinner" />
        ) : (
          <Icon name={state === 'waiting' ? 'hand' : 'bubble'} />
        )}
        <span>
          {stopping
            ? say('stop.progress')
            : state === 'starting'
              ? say('status.starting', { name })
              : state === 'working'
                ? summary.doing || say('status.working', { name })
                : state === 'waiting'
                  ? say('status.waiting', { name })
                  : left > 0
                    ? say('status.idleRunning', { count: left })
                    : say('status.idle', { name })}
        </span>
      </span>
      <Button kind="danger" slim icon="stop" full={stopping} onClick={stop}>
        {say(stopping ? 'stop.harder' : 'stop.task')}
      </Button>
    </div>
  );
}
