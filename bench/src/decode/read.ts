// node read.ts WAY SHAPE FILE: reads one stream in one way, in a process of its own, and says how fast: one JSON line.
import { closeSync, openSync, read, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { claude, codex } from '@bureau/agents';
import type { Held } from '@bureau/containment';
import { heads, type Shape } from './stream.ts';

export type Way = 'scan' | 'readline' | 'driver';
export interface Reading {
  readonly seconds: number;
  /** Of this process: on a shared machine it says more than the clock. */
  readonly cpuSeconds: number;
  readonly messages: number;
  readonly peakMb: number;
}

const chunk = 64 * 1024;
const newline = 10;
const [way, shape, path] = process.argv.slice(2) as [Way, Shape, string];

/** The file as a pipe would give it: 64 kB at a time; first the agent's own start, each part once it was asked for. */
function source(parts: readonly Promise<Buffer>[] = []): Readable {
  const file = openSync(path, 'r');
  const head = [...parts];
  return new Readable({
    highWaterMark: chunk,
    read() {
      const first = head.shift();
      if (first) return void first.then((part) => this.push(part));
      const buffer = Buffer.allocUnsafeSlow(chunk);
      read(file, buffer, 0, chunk, null, (error, bytes) => {
        if (error) return this.destroy(error);
        this.push(bytes > 0 ? buffer.subarray(0, bytes) : null);
      });
    },
    destroy(error, done) {
      closeSync(file);
      done(error);
    },
  });
}

/** The bare floor: line ends found in the buffer, each line through JSON.parse, nothing made of it. */
function scan(): Promise<number> {
  const stream = source();
  let rest: Buffer | null = null;
  let messages = 0;
  return new Promise((resolve) => {
    stream.on('data', (data: Buffer) => {
      const bytes = rest ? Buffer.concat([rest, data]) : data;
      let from = 0;
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
        if (JSON.parse(bytes.toString('utf8', from, end)) !== null) messages++;
        from = end + 1;
      }
      rest = from < bytes.length ? bytes.subarray(from) : null;
    });
    stream.on('end', () => resolve(messages));
  });
}

async function byReadline(): Promise<number> {
  let messages = 0;
  const lines = createInterface({ input: source(), crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (JSON.parse(line) !== null) messages++;
  });
  await new Promise((resolve) => lines.on('close', resolve));
  return messages;
}

/** The driver as it is, from the agent's output to its events; only the process is played. */
async function byDriver(): Promise<number> {
  const asked = heads[shape].map(() => Promise.withResolvers<void>());
  const parts = heads[shape].map(async (part, at) => {
    await asked[at]!.promise;
    return Buffer.from(part.map((message) => `${JSON.stringify(message)}\n`).join(''));
  });
  let calls = 0;
  const exited = Promise.withResolvers<{ code: number; signal: null }>();
  const stdout = source(parts);
  stdout.once('end', () => exited.resolve({ code: 0, signal: null }));
  const held = {
    task: 't',
    started: Promise.resolve({ ok: true }),
    stdin: new Writable({
      write(line, _encoding, done) {
        // One answer for `initialize`, the other for what is asked together after it.
        if (/"initialize"|"thread\/start"/.test(String(line))) asked[calls++]?.resolve();
        done();
      },
    }),
    stdout,
    stderr: null,
    exited: exited.promise,
  } as unknown as Held;
  let events = 0;
  const over = Promise.withResolvers<void>();
  const driver = shape === 'claude' ? claude : codex;
  driver.start({
    task: 't',
    folder: '/home/ana/project',
    env: {},
    binary: { path: shape, version: null },
    hold: () => held,
    onEvent(event) {
      events++;
      if (event.type === 'exited') over.resolve();
    },
  });
  await over.promise;
  return events;
}

const base = process.memoryUsage().rss;
let peak = base;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
const cpu = process.cpuUsage();
const begun = performance.now();
const messages = await { scan, readline: byReadline, driver: byDriver }[way]();
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(watch);
peak = Math.max(peak, process.memoryUsage().rss);
const reading: Reading = { seconds, cpuSeconds: (user + system) / 1e6, messages, peakMb: (peak - base) / 1e6 };
if (statSync(path).size === 0) process.exitCode = 1;
console.log(JSON.stringify(reading));
process.exit();
