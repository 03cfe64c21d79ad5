import type { HostCalls, TaskSummary } from '@bureau/contracts';
import type { TaskView } from '@bureau/host/client';
import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Icon } from '../parts/icon.tsx';
import { ReceiptWords } from '../task/receipt.tsx';
import { when } from '../words/figures.ts';
import { useLanguage, useWords } from '../words/use-words.ts';

type Program = HostCalls['task.processes']['value']['processes'][number];
type StopReceipt = HostCalls['task.stop-process']['value']['receipt'];

/** How often what runs is asked for while the task works, in milliseconds. */
const askMs = 3_000;

/** Every program that the task started and that still runs. */
export function Running({ view, summary }: { readonly view: TaskView; readonly summary: TaskSummary }) {
  const app = useApp();
  const say = useWords();
  const { task, state } = summary;
  const [programs, setPrograms] = useState<readonly Program[]>([]);
  const [receipt, setReceipt] = useState<StopReceipt | null>(null);
  const look = useCallback(
    () =>
      app.line.call('task.processes', { task }).then(
        ({ processes }) => {
          const work = processes.filter(({ isAgent }) => !isAgent);
          setPrograms((now) => (JSON.stringify(now.map(plain)) === JSON.stringify(work.map(plain)) ? now : work));
        },
        // Nothing of it runs here any more.
        () => setPrograms([]),
      ),
    [app, task],
  );
  const busy = state !== 'ended' && (state !== 'idle' || view.background.length > 0);
  const kept = (view.receipt?.kept.length ?? 0) > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the state or what's in the background changes.
  useEffect(() => {
    void look();
    if (!busy) return;
    const timer = setInterval(() => document.hidden || void look(), askMs);
    return () => clearInterval(timer);
  }, [look, busy, state, view.background]);
  const keep = (pid: number) =>
    void app
      .attempt(
        app.line.call('task.keep', { task, pid }).then(({ kept: isKept, message }) => {
          if (!isKept) throw new Error(message ?? say('running.notKept'));
        }),
      )
      .then(look);
  const stop = (pid: number) =>
    void app
      .attempt(app.line.call('task.stop-process', { task, pid }).then(({ receipt: got }) => setReceipt(got)))
      .then(look);
  const shown = programs.filter(
    (one) => !programs.some((other) => other.pid === one.parent && other.kept === one.kept),
  );
  const titles = new Map(view.rows.flatMap((row) => (row.kind === 'step' ? [[row.stepId, row.title] as const] : [])));
  return (
    <section className="side-part">
      <h2>
        {say('running.title')}
        {shown.length > 0 && <span className="side-count">{shown.length}</span>}
      </h2>
      {shown.length === 0 && <p className="soft small">{say(kept ? 'running.noneKept' : 'running.none')}</p>}
      <ul className="side-list">
        {shown.map((program) => (
          <li key={`${program.pid} ${program.startedAt}`}>
            <ProgramLine
              program={program}
              title={titles.get(program.stepId ?? '') ?? null}
              onKeep={() => keep(program.pid)}
              onStop={() => stop(program.pid)}
            />
          </li>
        ))}
      </ul>
      {receipt && (receipt.left.length > 0 || !receipt.gone) && <ReceiptWords receipt={receipt} />}
    </section>
  );
}

/** What of a program is shown; its load changes all the time and isn't. */
const plain = ({ pid, startedAt, command, ports, kept, parent }: Program) => [
  pid,
  startedAt,
  command,
  ports,
  kept,
  parent,
];

const programName = (command: string): string => {
  const first = /^\s*(?:"([^"]+)"|(\S+))/.exec(command);
  const path = first?.[1] ?? first?.[2] ?? command;
  return path.split(/[\\/]/).at(-1) || command;
};

function ProgramLine({
  program,
  title,
  onKeep,
  onStop,
}: {
  readonly program: Program;
  /** What the step that started it was called, where that is known. */
  readonly title: string | null;
  readonly onKeep: () => void;
  readonly onStop: () => void;
}) {
  const say = useWords();
  const language = useLanguage();
  const name = title ?? programName(program.command);
  return (
    <div className="program">
      <p className="program-name">
        <Icon name={program.kept ? 'pin' : 'play'} />
        <strong>{name}</strong>
        <span className="soft small">{say('running.since', { time: when(program.startedAt, language) })}</span>
      </p>
      {program.ports.map((port) => (
        <p key={port}>
          <a href={`http://localhost:${port}/`} target="_blank" rel="noreferrer">
            {say('running.open', { port: String(port) })}
          </a>
        </p>
      ))}
      {program.kept && <p className="small soft">{say('running.isKept')}</p>}
      <div className="row program-row">
        <Button slim icon="stop" kind="danger" aria-label={say('running.stopOne', { name })} onClick={onStop}>
          {say('running.stop')}
        </Button>
        {!program.kept && (
          <Button slim icon="pin" aria-label={say('running.keepOne', { name })} onClick={onKeep}>
            {say('running.keep')}
          </Button>
        )}
      </div>
      <Fold title={say('card.exact')} className="small">
        <pre className="exact">{program.command}</pre>
      </Fold>
    </div>
  );
}
