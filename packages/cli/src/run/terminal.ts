import type { Question, TaskCommand, TaskEvent } from '@bureau/contracts';
import { languageOf } from '@bureau/host/local';
import { cardText, numberedAnswers, plain, questionText } from './card-text.ts';
import type { Front } from './front.ts';
import { linesIn } from './lines-in.ts';
import { paintFor } from './paint.ts';
import { terminalWords } from './terminal-words.ts';

type Request = Extract<TaskEvent, { type: 'request' }>;
/** A request that waits for the person; questions are answered one after the other. */
interface Waiting {
  readonly request: Request;
  readonly answers: Record<string, string[]>;
}

/** A conversation in the terminal: what the agent says and does, cards with numbered answers. */
export function terminalFront(env: Readonly<Record<string, string | undefined>>): Front {
  const words = terminalWords(languageOf(env));
  const paint = paintFor(env, process.stdout.isTTY === true);
  const say = (text: string): void => void process.stdout.write(text);
  const waiting: Waiting[] = [];
  let open: string | null = null;
  let stopping = false;
  let stopReading = () => {};
  let gone = () => {};
  let command: (command: TaskCommand) => void = () => {};
  process.stdout.on('error', () => gone());

  const closeText = (): void => {
    if (open !== null) say('\n');
    open = null;
  };
  const line = (text: string): void => {
    closeText();
    say(`${text}\n`);
  };
  const showNext = (): void => {
    const next = waiting[0];
    if (!next) return;
    closeText();
    const question = nextQuestion(next);
    say(question ? questionText(question, words, paint) : cardText(next.request, words, paint));
    say(`${words.yourAnswer}: `);
  };

  const show = (event: TaskEvent): void => {
    switch (event.type) {
      case 'task':
        line(paint.dim(`${event.agent} · ${plain(event.folder)}`));
        line(paint.dim(words.hint));
        return;
      case 'text':
        showText(event);
        return;
      case 'step':
        if (event.state !== 'running' && !event.late) line(paint.dim(stepText(event)));
        return;
      case 'turn':
        showTurn(event);
        return;
      case 'request':
        waiting.push({ request: event, answers: {} });
        if (waiting.length === 1) showNext();
        return;
      case 'request-closed':
        closeRequest(event);
        return;
      case 'notice':
        if (event.level !== 'info') line(paint.dim(`  ! ${plain(event.message)}`));
        return;
      case 'stopping':
        stopping = true;
        if (event.wish === 'stop') line(words.stopping);
        return;
      case 'stopped':
        showReceipt(event);
        return;
      case 'ended':
        line(`${words.ended[event.how]}${event.message ? ` ${plain(event.message)}` : ''}`);
        return;
    }
  };
  const showText = (event: Extract<TaskEvent, { type: 'text' }>): void => {
    if (event.parentStep !== undefined) return;
    if (open !== null && open !== event.messageId) closeText();
    if (!event.final) {
      open = event.messageId;
      say(plain(event.text));
    } else if (open === event.messageId) closeText();
    else line(plain(event.text));
  };
  const showTurn = (event: Extract<TaskEvent, { type: 'turn' }>): void => {
    if (event.state === 'started') {
      if (event.origin === 'background') line(paint.dim(words.background));
      return;
    }
    if (event.summary) line(paint.dim(`  ${plain(event.summary)}`));
    if (event.error) line(paint.bad(plain(event.error.message)));
    if (event.origin === 'user' && !stopping) line(paint.dim(words.goOn));
  };
  const closeRequest = ({ requestId, how }: Extract<TaskEvent, { type: 'request-closed' }>): void => {
    const at = waiting.findIndex(({ request }) => request.requestId === requestId);
    if (at < 0) return;
    waiting.splice(at, 1);
    if (how !== 'answered') line(paint.dim(words.withdrawn));
    if (at === 0) showNext();
  };
  const showReceipt = ({ receipt }: Extract<TaskEvent, { type: 'stopped' }>): void => {
    line((receipt.gone ? paint.good : paint.bad)(words.stopped(receipt.endedCount, receipt.gone)));
    for (const one of receipt.left) line(`  ${words.left}: ${one.pid} ${plain(one.command)} (${one.why})`);
    for (const one of receipt.kept) line(`  ${words.kept}: ${one.pid} ${plain(one.command)}`);
    for (const one of receipt.handedOver) line(`  ${words.handedOver}: ${one.to}: ${plain(one.command)}`);
  };

  const take = (text: string): void => {
    const typed = text.trim();
    if (typed === '/stop' || typed === '/finish') {
      command({ type: typed === '/stop' ? 'stop' : 'finish' });
      return;
    }
    const now = waiting[0];
    if (!now) {
      command({ type: 'say', text: typed });
      return;
    }
    const question = nextQuestion(now);
    const answer = question ? answerQuestion(now, question, typed) : answerCard(now.request, typed);
    if (answer === null) line(words.notAnAnswer);
    else if (answer === 'more') showNext();
    else command(answer);
  };
  return {
    show,
    listen(to) {
      command = to.command;
      gone = to.gone;
      stopReading = linesIn(process.stdin, { line: take, tooLong: () => line(words.notAnAnswer), end: to.gone });
    },
    close() {
      stopReading();
    },
  };
}

/** A step is told when it is over: until then its card, or nothing, speaks of it. */
const stepText = ({ title, state, exitCode }: Extract<TaskEvent, { type: 'step' }>): string =>
  state === 'completed' ? `  · ${plain(title)}` : `  · ${plain(title)}: ${state}${exitCode ? ` (${exitCode})` : ''}`;

const nextQuestion = ({ request, answers }: Waiting): Question | undefined =>
  request.questions?.find(({ id }) => answers[id] === undefined);

function answerCard({ requestId, card }: Request, typed: string): TaskCommand | null {
  const [, number, message] = /^(\d+)\b[\s.:)]*(.*)$/s.exec(typed) ?? [];
  const chosen = numberedAnswers(card.answers)[Number(number) - 1];
  if (chosen === undefined) return null;
  if (chosen !== 'deny-with-words')
    return { type: 'answer', requestId, answer: chosen, ...(chosen === 'deny' && message ? { message } : {}) };
  return message ? { type: 'answer', requestId, answer: 'deny', message } : null;
}

function answerQuestion(waiting: Waiting, question: Question, typed: string): TaskCommand | null | 'more' {
  const numbers = typed
    .split(/[\s,]+/)
    .map((one) => (/^\d+$/.test(one) ? question.options[Number(one) - 1]?.label : undefined));
  const labels = numbers.filter((label) => label !== undefined);
  if (labels.length === numbers.length && (question.multiple || labels.length === 1))
    waiting.answers[question.id] = labels;
  else if (question.free || question.options.length === 0) waiting.answers[question.id] = [typed];
  else return null;
  if (nextQuestion(waiting)) return 'more';
  return { type: 'answer', requestId: waiting.request.requestId, answer: 'allow', answers: waiting.answers };
}
