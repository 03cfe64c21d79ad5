import type { Action } from '@bureau/contracts';
import type { Finding } from './finding.ts';
import { list, type MessageId, type Params, past, say, shown } from './messages/index.ts';
import { findingsOf } from './read-action.ts';
import type { Language, ReadingContext, StepTitle } from './types.ts';

/** A title holds so much of a command. */
const longest = 72;

/** Names a step of the transcript: «Ran npm test», «Changed src/a.ts», «Looked at 3 files». */
export const stepTitle: StepTitle = (action, context) => titled(action, context, past);

/** What is being done right now: «Runs npm test», «Changes src/a.ts», «Looks at 3 files». */
export const stepNow: StepTitle = (action, context) => titled(action, context, say);

type InForm = (language: Language, id: MessageId, params?: Params) => string;

function titled(action: Action, context: ReadingContext, inForm: InForm): string {
  const findings = findingsOf(action, context);
  const { language } = context;
  const acting = findings.filter(acts);
  const sure = findings.every((one) => (one.maybe?.length ?? 0) === 0);
  if (action.kind === 'command' && (acting.length > 1 || !sure || findings.length === 0))
    return inForm(language, 'command.run', { command: shown(firstLine(action.command), longest) });
  const [main] = acting;
  if (main) {
    const files = action.kind === 'tool' && (action.tool === 'patch' || action.tool === 'edit');
    if (acting.length === 1 || !files) return inForm(language, main.does.id, main.does.params);
    const names = acting.flatMap((one) => one.does.params?.['paths'] ?? []).map(String);
    if (acting.every((one) => one.does.id === main.does.id) && names.length === acting.length)
      return inForm(language, main.does.id, { paths: names });
    return inForm(language, 'patch.many', { count: acting.length, paths: list(language, names) });
  }
  const reads = new Set(
    findings.flatMap((one) => (one.does.id === 'files.read' ? one.places.map((place) => place.path) : [])),
  );
  if (findings.length > 1 && reads.size > 1) return say(language, 'sum.looked-title', { count: reads.size });
  const [first] = findings;
  return first ? inForm(language, first.does.id, first.does.params) : say(language, 'title.nothing');
}

const acts = (finding: Finding): boolean =>
  finding.chips.some((chip) => chip !== 'reads') || (finding.maybe?.length ?? 0) > 0;
const firstLine = (command: string): string => {
  const [line = '', ...more] = command.trim().split('\n');
  return more.length > 0 ? `${line} …` : line;
};
