import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { type Contained, contain } from '@bureau/containment';
import type { Receipt } from '@bureau/contracts';
import type { Run } from '../common.ts';
import { type GuardOptions, parseGuard } from '../guard/options.ts';
import { eventsOut, onSignals, passOutput, whenParentGone } from '../guard/surroundings.ts';
import { helpOf } from '../manual/help.ts';

const wrongUse = 2;
const survived = 3;
const limitEnded = 124;
const notExecutable = 126;
const notFound = 127;

/** Runs one command inside a hold, and ends everything it started when it ends or must end (CONTRACTS.md). */
export const run: Run = async (args) => {
  const parsed = parseGuard(args);
  if (parsed === 'help') {
    process.stdout.write(helpOf('guard'));
    return 0;
  }
  if (!parsed.ok) {
    process.stderr.write(`bureau guard: ${parsed.message}\n`);
    return wrongUse;
  }
  return guard(parsed.options);
};

async function guard(options: GuardOptions): Promise<number> {
  const [command = '', ...args] = options.command;
  const stop = new AbortController();
  const hurry = new AbortController();
  const signals = onSignals((signal, again) => {
    if (again) hurry.abort();
    stop.abort(signal);
  });
  const parent = options.withParent ? whenParentGone(() => stop.abort('SIGTERM')) : null;
  const tell = options.json ? eventsOut() : () => {};
  // Only output that must be watched goes through this process; else the command has the very streams.
  const watched = options.idleMs !== undefined || options.lineBytes !== undefined;
  const output = watched ? passOutput() : null;
  const { timeoutMs, idleMs, lineBytes, graceMs, leave } = options;
  const result = await contain(
    {
      command,
      args,
      cwd: process.cwd(),
      env: process.env,
      task: `guard-${process.pid}`,
      stdin: options.stdin ? 'inherit' : 'ignore',
      output: watched ? 'pipe' : 'inherit',
      recoverable: false,
    },
    {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(idleMs === undefined ? {} : { idleMs }),
      ...(lineBytes === undefined ? {} : { lineBytes }),
      graceMs,
      leave,
      stop: stop.signal,
      hurry: hurry.signal,
      ...(output ? { onOutput: output.take } : {}),
      onStarted: (pid) => tell({ event: 'started', pid }),
      onExit: (exit) => tell({ event: 'exit', ...exit }),
    },
  );
  signals.release();
  parent?.release();
  if (!result.ok) return notStarted(result.error, stop.signal);
  tell({ event: 'stopped', receipt: result.receipt });
  const written = options.receipt === undefined || writeReceipt(options.receipt, result.receipt);
  explain(result);
  const own = exitCode(result, stop.signal);
  const code = own === 0 && !written ? 1 : own;
  const flushed = (await output?.flush(result.reason !== 'exit')) ?? true;
  // Output that nobody reads would keep this process for ever, although its time is over.
  if (!flushed) process.exit(code);
  return code;
}

function notStarted(error: (Contained & { ok: false })['error'], stop: AbortSignal): number {
  process.stderr.write(`bureau guard: ${error.message}\n`);
  if (error.code === 'not-found') return notFound;
  if (error.code === 'no-hold') return 1;
  if (error.code === 'stopped' && typeof stop.reason === 'string') return codeOfSignal(stop.reason);
  return notExecutable;
}

function writeReceipt(path: string, receipt: Receipt): boolean {
  try {
    writeFileSync(path, `${JSON.stringify(receipt)}\n`);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`bureau guard: the receipt could not be written (${why}).\n`);
    return false;
  }
}

/** What a person at the terminal should know; a plain end says nothing. */
function explain({ limit, receipt }: Contained & { ok: true }): void {
  const say = (text: string): void => void process.stderr.write(`bureau guard: ${text}\n`);
  if (limit?.reason === 'timeout') say(`ended after ${limit.limit / 1000} s, as asked.`);
  if (limit?.reason === 'idle') say(`ended: it printed nothing for ${limit.limit / 1000} s.`);
  if (limit?.reason === 'line') say(`ended: it printed a line longer than ${limit.limit} bytes.`);
  for (const one of receipt.left.filter((left) => left.why !== 'asked to leave')) {
    say(`still there: ${one.pid} (${one.user}) ${one.command}: ${one.why}.`);
  }
  if (!receipt.gone && receipt.left.length === 0) say('whether everything has ended could not be proved.');
}

function exitCode({ receipt, reason, exit }: Contained & { ok: true }, stop: AbortSignal): number {
  const askedToLeave = receipt.left.length > 0 && receipt.left.every((one) => one.why === 'asked to leave');
  if (!receipt.gone && !askedToLeave) return survived;
  if (reason === 'timeout' || reason === 'idle') return limitEnded;
  if (reason === 'line') return 1;
  if (reason === 'signal') return codeOfSignal(typeof stop.reason === 'string' ? stop.reason : 'SIGTERM');
  return exit.code ?? codeOfSignal(exit.signal ?? 'SIGKILL');
}

function codeOfSignal(name: string): number {
  return 128 + (Object.entries(constants.signals).find(([one]) => one === name)?.[1] ?? 15);
}
