import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Action, AgentAnswer } from '@bureau/contracts';
import { type Commands, chooseCommands, freeName } from './commands.ts';
import { run } from './run.ts';
import type { Stage } from './stage.ts';
import type { Words } from './words.ts';

/**
 * The scene: a question, two files, a delete, a look outside, a clock that runs on. Each after its card, each for real,
 * each respected when it's refused.
 */
export async function playScene(stage: Stage, words: Words, wish: string): Promise<void> {
  const commands = chooseCommands(process.platform);
  await stage.say(words.hello(wish.trim().slice(0, 200)));
  const colour = await chooseColour(stage, words);
  const note = await writePage(stage, words, colour);
  if (note !== null) await deleteNote(stage, words, commands, note);
  await lookOutside(stage, words, commands);
  await leaveClock(stage, words, commands);
  await stage.say(words.end);
}

async function chooseColour(stage: Stage, words: Words): Promise<string> {
  const answer = await stage.ask({
    kind: 'question',
    explanation: words.questionWhy,
    questions: [
      {
        id: 'colour',
        text: words.question,
        options: words.colours.map(({ label, description }) => ({ label, description })),
        multiple: false,
        secret: false,
        free: true,
      },
    ],
  });
  const chosen = answer.answer === 'answers' ? answer.answers['colour']?.[0]?.trim() : undefined;
  if (!chosen) await stage.say(words.noColour);
  return words.colours.find(({ label }) => label === chosen)?.css ?? plainColour(chosen) ?? words.colours[0]!.css;
}

/** A colour in own words, where it's one that a page can have. */
const plainColour = (chosen: string | undefined): string | undefined =>
  chosen !== undefined && /^(#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(chosen) ? chosen : undefined;

/** Writes the page and the note; the note's name, or `null` where it wasn't to be, or didn't work. */
async function writePage(stage: Stage, words: Words, colour: string): Promise<string | null> {
  const page = `<!doctype html>\n<meta charset="utf-8">\n<title>${words.pageTitle}</title>\n<body style="background:${colour};font:1.2em sans-serif;padding:3em">\n<h1>${words.pageTitle}</h1>\n<p>${words.pageText}</p>\n`;
  const [pageName, noteName] = [freeName(stage.folder, 'index.html'), freeName(stage.folder, 'note.txt')];
  const files = { [pageName]: page, [noteName]: `${words.draftNote}\n` };
  const action: Action = {
    kind: 'tool',
    tool: 'patch',
    name: 'fileChange',
    input: {
      changes: Object.entries(files).map(([name, text]) => ({
        path: join(stage.folder, name),
        kind: 'add',
        diff: text,
      })),
    },
    cwd: stage.folder,
  };
  await stage.say(words.writeWhy);
  const step = stage.step('edit', action);
  const exact = Object.entries(files)
    .map(([name, text]) => `${join(stage.folder, name)}\n${text}`)
    .join('\n');
  if (
    !(await allowed(stage, words, { action, exact, stepId: step.id, explanation: words.writeWhy }, words.notWritten))
  ) {
    step.end('declined');
    return null;
  }
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(stage.folder, name), text, { flag: 'wx' });
    step.end('completed');
    await stage.say(words.written(pageName));
    return noteName;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    step.end('failed', undefined, detail);
    await stage.say(words.failed(detail));
    return null;
  }
}

async function deleteNote(stage: Stage, words: Words, commands: Commands, note: string): Promise<void> {
  await stage.say(words.deleteWhy);
  await command(stage, words, commands, commands.deleteNote(note), words.deleteWhy, words.deleted, words.notDeleted);
}

async function lookOutside(stage: Stage, words: Words, commands: Commands): Promise<void> {
  await stage.say(words.outsideWhy);
  await command(stage, words, commands, commands.lookHome, words.outsideWhy, words.looked, words.notLooked);
}

async function leaveClock(stage: Stage, words: Words, commands: Commands): Promise<void> {
  const file = freeName(stage.folder, 'clock.txt');
  const [clock, why] = [commands.clock(file), words.clockWhy(file)];
  await stage.say(why);
  const step = await command(stage, words, commands, clock, why, words.clockRuns(file), words.noClock);
  if (step) stage.background(step, clock);
}

/** Asks for a command and runs it; the step's id when it went well. */
async function command(
  stage: Stage,
  words: Words,
  { shell }: Commands,
  text: string,
  why: string,
  after: string,
  refused: string,
): Promise<string | null> {
  const action: Action = { kind: 'command', shell, command: text, cwd: stage.folder };
  const step = stage.step('command', action);
  if (!(await allowed(stage, words, { action, exact: text, stepId: step.id, explanation: why }, refused))) {
    step.end('declined');
    return null;
  }
  try {
    const { exitCode, output } = await run(text, stage.folder, stage.signal, (piece) => step.output(piece));
    step.end(exitCode === 0 ? 'completed' : 'failed', exitCode ?? undefined, output);
    await stage.say(exitCode === 0 ? after : words.failed(output.trim() || String(exitCode)));
    return exitCode === 0 ? step.id : null;
  } catch (error) {
    stage.signal.throwIfAborted();
    const detail = error instanceof Error ? error.message : String(error);
    step.end('failed', undefined, detail);
    await stage.say(words.failed(detail));
    return null;
  }
}

interface Asking {
  readonly action: Action;
  readonly exact: string;
  readonly stepId: string;
  readonly explanation: string;
}

/** Waits for the person's word, and answers the words of a refusal and whatever was said meanwhile. */
async function allowed(stage: Stage, words: Words, asking: Asking, refused: string): Promise<boolean> {
  const answer: AgentAnswer = await stage.ask({ kind: 'permission', ...asking });
  for (const message of stage.heard()) await stage.say(words.steered(message.text.trim().slice(0, 200)));
  if (answer.answer === 'allow' || answer.answer === 'allow-similar') return true;
  const said = answer.answer === 'deny' ? answer.message?.trim() : undefined;
  await stage.say(said ? `${words.heard(said.slice(0, 200))} ${refused}` : refused);
  return false;
}
