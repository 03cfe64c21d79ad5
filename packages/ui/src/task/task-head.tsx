import type { TaskSummary } from '@bureau/contracts';
import { useState } from 'react';
import { agentName } from '../app/agents.ts';
import { useApp } from '../app/app.tsx';
import { go } from '../app/route.ts';
import { RenameDialog } from '../list/rename-dialog.tsx';
import { StateSign } from '../list/state-words.tsx';
import { IconButton } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { nameOf } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import { ExportDialog } from './export-dialog.tsx';

/** The task's name, where it works and who does it. */
export function TaskHead({ summary }: { readonly summary: TaskSummary }) {
  const app = useApp();
  const say = useWords();
  const [dialog, setDialog] = useState<'rename' | 'export' | null>(null);
  const { task, archived, state } = summary;
  const archive = () =>
    void app.attempt(app.line.call('task.archive', { task, archived: !archived })).then((went) => {
      if (went && !archived) go({ at: 'start' });
    });
  return (
    <header className="task-head">
      <div className="task-name">
        <h1 dir="auto">{summary.title}</h1>
        <p className="task-facts soft">
          <StateSign task={summary} say={say} />
          <span>{agentName(summary.agent, say)}</span>
          <span title={summary.folder}>{say('task.in', { folder: nameOf(summary.folder) })}</span>
        </p>
      </div>
      <span className="side-button">
        <IconButton icon="panel" label={say('side.show')} onClick={() => app.opened.setState({ side: true })} />
      </span>
      <Menu
        label={say('task.more')}
        entries={[
          { icon: 'pencil', name: say('task.rename'), onPick: () => setDialog('rename') },
          { icon: 'out', name: say('task.export'), onPick: () => setDialog('export') },
          ...(state === 'ended' || state === 'stopping'
            ? []
            : [
                {
                  icon: 'check' as const,
                  name: say('task.finish'),
                  onPick: () => void app.attempt(app.line.command(task, { type: 'finish' })),
                },
              ]),
          { icon: 'archive', name: say(archived ? 'task.unarchive' : 'task.archive'), onPick: archive },
        ]}
      />
      {dialog === 'rename' && <RenameDialog summary={summary} onClose={() => setDialog(null)} />}
      {dialog === 'export' && <ExportDialog summary={summary} onClose={() => setDialog(null)} />}
    </header>
  );
}
