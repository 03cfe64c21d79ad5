import type { Action, Desk, DeskState, Posture } from '@bureau/contracts';
import type { PendingStep, SessionFacts } from './fold.ts';
import type { Life, LogFile } from './types.ts';
import type { Words } from './words.ts';

/** What a desk is made of. */
export interface DeskSource {
  readonly file: LogFile;
  readonly facts: SessionFacts;
  readonly life: Life;
  /** A sub-agent whose end its own record tells. */
  readonly finished?: boolean;
  readonly unread: number;
}

/** Whether a process has a child begun after a time; undefined where the system doesn't tell. */
export type HasChildSince = (pid: number, sinceMs: number) => boolean | undefined;

/** The desk's name: one an agent and session. */
export function deskId(file: LogFile, facts: SessionFacts | null): string {
  if (file.parentSession) return `claude:${file.parentSession}:${file.session}`;
  return `${file.agent}:${facts?.session ?? file.session}`;
}

/** Facts to a desk: postures and states are what records and processes say, or `unsure`. */
export function makeDesk(source: DeskSource, hasChildSince: HasChildSince, words: Words): Desk {
  const { file, facts, life } = source;
  const { state, since } = stateOf(source, hasChildSince);
  const step = lastStep(facts);
  const parent = file.parentSession
    ? `claude:${file.parentSession}`
    : facts.parent
      ? `codex:${facts.parent}`
      : undefined;
  return {
    desk: deskId(file, facts),
    agent: file.agent,
    session: file.parentSession ? file.session : (facts.session ?? file.session),
    folder: facts.folder,
    state,
    doing: doing(state, step, words),
    since: new Date(since || file.mtimeMs).toISOString(),
    posture: postureOf(state, step?.action),
    log: file.path,
    ...(parent ? { parent } : {}),
    ...(facts.title ? { title: facts.title } : {}),
    ...(facts.model ? { model: facts.model } : {}),
    ...(life.alive === 'yes' && life.pid ? { pid: life.pid } : {}),
    ...(facts.input || facts.output ? { tokens: { input: facts.input, output: facts.output } } : {}),
    ...(source.unread ? { unread: source.unread } : {}),
  };
}

const lastStep = (facts: SessionFacts): PendingStep | undefined => [...facts.pending.values()].at(-1);

function stateOf(source: DeskSource, hasChildSince: HasChildSince): { state: DeskState; since: number } {
  const { facts, life, file } = source;
  if (life.alive === 'no' || source.finished) return { state: 'ended', since: facts.lastAt };
  if (life.alive === 'unknown')
    return facts.closed ? { state: 'ended', since: facts.lastAt } : { state: 'unsure', since: facts.lastAt };
  const asked = [...facts.pending.values()].find((step) => step.asks);
  // A sub-agent has its parent's process, and so only its parent's word on waiting.
  const own = !file.parentSession;
  if (own && life.word === 'waiting') return { state: 'waiting', since: life.wordSince ?? facts.lastAt };
  if (own && life.word === 'idle') return { state: 'idle', since: life.wordSince ?? facts.turnSince };
  if (own && life.word === 'busy')
    return asked
      ? { state: 'waiting', since: asked.at }
      : { state: 'working', since: facts.turn === 'open' ? facts.turnSince : (life.wordSince ?? facts.lastAt) };
  if (facts.turn === 'closed') return { state: 'idle', since: facts.turnSince };
  if (facts.turn === 'unknown') return { state: 'unsure', since: facts.lastAt };
  if (asked) return { state: 'waiting', since: asked.at };
  const held = life.pid === undefined ? undefined : heldStep(facts, life, file, hasChildSince, life.pid);
  return held ? { state: 'waiting', since: held.at } : { state: 'working', since: facts.turnSince };
}

/**
 * A step that was asked for but doesn't run: its process has no child for it. (Codex writes no record of an open approval;
 * measured: while it waits the app-server has no child, while a command runs it has one.)
 */
function heldStep(
  facts: SessionFacts,
  life: Life,
  file: LogFile,
  hasChildSince: HasChildSince,
  pid: number,
): PendingStep | undefined {
  if (file.agent === 'claude' && life.word !== 'waiting') return undefined;
  const steps = [...facts.pending.values()];
  if (steps.length === 0 || !steps.every(needsChild)) return undefined;
  const first = steps.reduce((a, b) => (a.at <= b.at ? a : b));
  return hasChildSince(pid, first.at) === false ? first : undefined;
}

/** Only commands and changes run as a child, or at once: anything else may well take its time inside the agent. */
function needsChild(step: PendingStep): boolean {
  if (step.action.kind === 'command') return true;
  if (step.action.tool === 'patch' || step.action.tool === 'write' || step.action.tool === 'edit') return true;
  return (
    step.name === 'exec' && typeof step.action.input === 'string' && /exec_command|apply_patch/.test(step.action.input)
  );
}

export function postureOf(state: DeskState, action: Action | undefined): Posture {
  if (state === 'waiting') return 'waiting';
  if (state === 'ended') return 'gone';
  if (state === 'idle') return 'resting';
  if (state === 'unsure') return 'unsure';
  if (!action) return 'thinking';
  if (action.kind === 'command') return 'running';
  if (action.tool === 'write' || action.tool === 'edit' || action.tool === 'patch') return 'writing';
  if (action.tool === 'read') return 'reading';
  if (action.tool === 'search' || action.tool === 'fetch') return 'searching';
  return 'thinking';
}

function doing(state: DeskState, step: PendingStep | undefined, words: Words): string {
  if (state === 'waiting') return words.waits;
  if (state === 'working') return step ? words.does(step.action) : words.thinks;
  if (state === 'unsure') return words.unsure;
  return '';
}
