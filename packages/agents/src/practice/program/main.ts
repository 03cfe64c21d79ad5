// The practice agent: a program of its own, so that Bureau holds and stops it like any other agent. Offline, no login.
// Reads messages and writes Bureau's events, one JSON object a line; ends when its stdin closes.
import { createInterface } from 'node:readline';
import type { FromPractice, ToPractice } from '../messages.ts';
import { playScene } from './scene.ts';
import { openStage, type Play } from './stage.ts';
import { chooseWords, isAgain } from './words.ts';

/** Milliseconds a word; tests set it to 0. */
const paceMs = Number(process.env['BUREAU_PRACTICE_PACE'] ?? 25);
const folder = process.cwd();
const words = chooseWords(process.env);
const send = (message: FromPractice) => process.stdout.write(`${JSON.stringify(message)}\n`);

let waiting: { id: string; text: string }[] = [];
let current: { play: Play; abort: AbortController } | null = null;
let played = false;

const heard = () => {
  const all = waiting;
  waiting = [];
  for (const message of all) send({ type: 'said', messageId: message.id, text: message.text });
  return all;
};

async function turn(): Promise<void> {
  const abort = new AbortController();
  const play = openStage({ folder, signal: abort.signal, send, heard, paceMs: Number.isFinite(paceMs) ? paceMs : 25 });
  current = { play, abort };
  send({ type: 'turn-started', origin: 'user' });
  const text = heard()
    .map((message) => message.text)
    .join('\n');
  try {
    if (!played || isAgain(text)) {
      played = true;
      await playScene(play, words, text);
    } else await play.say(words.later);
    for (const message of heard()) await play.say(words.steered(message.text.trim().slice(0, 200)));
    send({ type: 'turn-ended', state: 'completed', origin: 'user' });
  } catch (error) {
    play.close();
    if (abort.signal.aborted) send({ type: 'turn-ended', state: 'interrupted', origin: 'user' });
    else {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const message = 'The practice agent stumbled. Nothing more was done; write something to try it again.';
      send({ type: 'turn-ended', state: 'failed', origin: 'user', error: { code: 'other', message, detail } });
    }
  }
  current = null;
  if (abort.signal.aborted) send({ type: 'interrupted', returned: waiting.splice(0).map((message) => message.id) });
  else if (waiting.length) await turn();
}

const take = (message: ToPractice): void => {
  switch (message.do) {
    case 'say':
      waiting.push({ id: message.id, text: message.text });
      if (!current) void turn();
      return;
    case 'answer':
      current?.play.answer(message.key, message.answer);
      return;
    case 'interrupt':
      if (current) current.abort.abort();
      else send({ type: 'interrupted', returned: [] });
      return;
  }
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  try {
    take(JSON.parse(line) as ToPractice);
  } catch {
    send({
      type: 'notice',
      level: 'warning',
      code: 'line-bad',
      message: 'The practice agent was sent a line it can’t read.',
    });
  }
});
lines.on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
send({ type: 'session', agentSessionId: process.argv[2] ?? 'practice', agentVersion: process.argv[3] ?? '' });
