import type { AgentFound, AgentId } from '@bureau/contracts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { doctorOf } from '../app/doctor.ts';
import { keepDraft, readDraft } from '../app/drafts.ts';
import { go } from '../app/route.ts';
import { useAttachments } from '../parts/attachments.ts';
import { Button } from '../parts/button.tsx';
import { ComposeBox } from '../parts/compose-box.tsx';
import { useWords } from '../words/use-words.ts';
import { AgentChoice } from './agent-choice.tsx';
import { firstChoice } from './agents.ts';
import { FolderChoice } from './folder-choice.tsx';
import './start.css';

/** Handing over a piece of work: what, where, and who does it. */
export function Start({ folder: given }: { readonly folder: string | undefined }) {
  const app = useApp();
  const say = useWords();
  const doctor = doctorOf(app.line);
  const { report, busy, failed } = useStore(doctor.view);
  const lastAgent = useStore(app.settings.view, (settings) => settings.lastAgent);
  const [prompt, setPrompt] = useState(() => readDraft('start'));
  const [folder, setFolder] = useState<string | null>(given ?? null);
  const [picked, setPicked] = useState<AgentId | null>(null);
  const [plan, setPlan] = useState(false);
  const [problem, setProblem] = useState<'prompt' | 'folder' | null>(null);
  const [starting, setStarting] = useState(false);
  const attachments = useAttachments(app, say('attach.tooLarge'));
  useEffect(() => {
    if (given) setFolder(given);
  }, [given]);
  useEffect(() => {
    if (!doctor.view.getState().report) void doctor.look();
  }, [doctor]);
  const agents: readonly AgentFound[] = report?.agents ?? [];
  const agent = picked ?? firstChoice(agents, lastAgent);
  const write = (text: string) => {
    setPrompt(text);
    setProblem(null);
    keepDraft('start', text);
  };
  const start = async () => {
    if (prompt.trim() === '') return setProblem('prompt');
    const practising = agent === 'practice' && folder === null;
    if (folder === null && !practising) return setProblem('folder');
    if (starting || attachments.busy) return;
    setStarting(true);
    const files = attachments.paths;
    await app.attempt(
      (async () => {
        const where = folder ?? (await app.line.call('folders.practice', {})).path;
        const { task } = await app.line.start({
          agent,
          folder: where,
          prompt,
          ...(plan ? { plan } : {}),
          ...(files.length ? { files } : {}),
        });
        keepDraft('start', '');
        void app.settings.set({ lastAgent: agent }).catch(() => undefined);
        go({ at: 'task', task });
      })(),
    );
    setStarting(false);
  };
  return (
    <form
      className="start"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <header className="stack">
        <h1 className="hero">{say('start.title')}</h1>
        <p className="soft">{say('start.sentence')}</p>
      </header>
      <section className="stack">
        <ComposeBox
          label={say('start.prompt')}
          placeholder={say('start.placeholder')}
          value={prompt}
          onChange={write}
          onEnter={() => void start()}
          attachments={attachments}
          rows={4}
          describedBy="prompt-problem"
        />
        <p id="prompt-problem" className="problem" role="alert">
          {problem === 'prompt' && say('start.needsPrompt')}
        </p>
        {prompt === '' && agent === 'practice' && (
          <div className="row">
            <Button slim icon="leaf" onClick={() => write(say('start.practiceWish'))}>
              {say('start.practiceWish')}
            </Button>
          </div>
        )}
      </section>
      <FolderChoice
        folder={folder}
        fresh={agent === 'practice'}
        onPick={(path) => {
          setFolder(path);
          setProblem(null);
        }}
        problem={problem === 'folder' ? say('start.needsFolder') : ''}
      />
      <AgentChoice
        agents={agents}
        chosen={agent}
        busy={busy}
        failed={failed}
        onPick={setPicked}
        onLook={() => void doctor.look()}
      />
      {agent !== 'practice' && (
        <label className="choice slim-choice">
          <input type="checkbox" checked={plan} onChange={(event) => setPlan(event.target.checked)} />
          <span className="words">
            <span className="name">{say('start.plan')}</span>
            <span className="soft small">{say('start.plan.means')}</span>
          </span>
        </label>
      )}
      <div className="start-foot">
        <Button kind="primary" type="submit" className={starting || attachments.busy ? 'off' : ''}>
          {say(starting ? 'start.starting' : 'start.go')}
        </Button>
        <p className="soft small">{say('start.safe')}</p>
      </div>
    </form>
  );
}
