import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type JsonObject, readJsonLines, splitLines } from '../src/index.ts';

/** Feeds bytes cut at the given places. */
function split(bytes: Buffer, cuts: readonly number[], ceiling?: number) {
  const lines: string[] = [];
  const tooLong: number[] = [];
  const splitter = splitLines(
    {
      line: (buffer, from, end) => lines.push(buffer.toString('utf8', from, end)),
      tooLong: (length) => tooLong.push(length),
    },
    ceiling,
  );
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    splitter.push(bytes.subarray(from, cut));
    from = cut;
  }
  splitter.push(bytes.subarray(from));
  splitter.end();
  return { lines, tooLong };
}
const anyText = fc
  .array(fc.oneof(fc.constantFrom('é', '가', '🎉', '\u0000', '\r', 'a', '"', '\\'), fc.string()), { maxLength: 20 })
  .map((parts) => parts.join('').replaceAll('\n', ''));

describe('bytes to lines', () => {
  it('gives the same lines at any split, also inside a character', () => {
    fc.assert(
      fc.property(fc.array(anyText), fc.array(fc.nat({ max: 500 })), (texts, cuts) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const wanted = texts.map((text) => text.replace(/\r$/, '')).filter((text) => text.length > 0);
        assert.deepEqual(
          split(
            bytes,
            cuts.map((cut) => Math.min(cut, bytes.length)),
          ).lines,
          wanted,
        );
      }),
    );
  });
  it('reports a line over the ceiling once, whole length, and goes on, at any split', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 60 }), { maxLength: 8 }), fc.array(fc.nat({ max: 500 })), (lengths, cuts) => {
        const bytes = Buffer.from(lengths.map((length) => `${'x'.repeat(length)}\n`).join(''));
        const read = split(
          bytes,
          cuts.map((cut) => Math.min(cut, bytes.length)),
          20,
        );
        assert.deepEqual(
          read.lines.map(({ length }) => length),
          lengths.filter((length) => length > 0 && length <= 20),
        );
        assert.deepEqual(
          read.tooLong,
          lengths.filter((length) => length > 20),
        );
      }),
    );
  });
  it('keeps what it was given, though the stream uses its memory again', () => {
    const lines: string[] = [];
    const splitter = splitLines({ line: (buffer, from, end) => lines.push(buffer.toString('utf8', from, end)) });
    const chunk = Buffer.from('first');
    splitter.push(chunk);
    chunk.fill('z');
    splitter.push(Buffer.from(' half\n'));
    assert.deepEqual(lines, ['first half']);
  });
});

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** What is read of a text, given in pieces of `cut` bytes. */
async function json(text: string | Buffer, ceiling?: number, cut = Number.POSITIVE_INFINITY) {
  const messages: JsonObject[] = [];
  const faults: string[] = [];
  const stream = new PassThrough();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += cut) stream.write(bytes.subarray(at, at + cut));
  stream.end();
  await readJsonLines(
    stream,
    {
      message: (message) => messages.push(message),
      bad: (why) => faults.push(why),
      tooLong: (bytes) => faults.push(`too long ${bytes}`),
    },
    ceiling === undefined ? {} : { ceiling },
  );
  return { messages, faults };
}

describe('JSON lines', () => {
  it('passes over what is no message, names it, and goes on', async () => {
    const read = await json('{"a":1}\nnot json\n[1]\n7\n\n   \n{"b":2}{"c":3}\n\ufeff{"d":4}\r\n{"e":');
    assert.deepEqual(read.messages, [{ a: 1 }, { d: 4 }]);
    assert.deepEqual(read.faults, ['not-json', 'not-an-object', 'not-an-object', 'not-json', 'torn']);
  });
  it('never parses a cut line: one without its end may be half a number', async () => {
    assert.deepEqual(await json('{"a":1}'), { messages: [], faults: ['torn'] });
  });
  it('takes NULs and broken UTF-8 as a bad line', async () => {
    const read = await json(Buffer.concat([Buffer.from([0, 0, 0, 10, 0xff, 0xfe, 10]), Buffer.from('{"a":1}\n')]));
    assert.deepEqual([read.messages, read.faults], [[{ a: 1 }], ['not-json', 'not-json']]);
  });
  it('reports a line over the ceiling', async () => {
    assert.deepEqual(await json(`{"a":"${'x'.repeat(100)}"}\n{"b":1}\n`, 50), {
      messages: [{ b: 1 }],
      faults: ['too long 108'],
    });
  });
  it('gives every message at any split and any mixture of good and bad lines', async () => {
    const line = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
      anyText,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 50 }), async (lines, cut) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const whole = await json(bytes);
        assert.deepEqual(whole, await json(bytes, undefined, cut));
        const wanted = lines.flatMap((text) => (isObject(text) ? [JSON.parse(text.replace(/^\ufeff/, ''))] : []));
        assert.deepEqual(whole.messages, wanted);
      }),
    );
  });
  it('reads no faster than its messages are taken: a stream that is held back stays so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 60 }), async (size, count) => {
        let made = 0;
        const chunks = 16;
        const stream = new Readable({
          highWaterMark: size * chunks,
          read() {
            made++;
            this.push(made > count * chunks ? null : Buffer.from(`${JSON.stringify({ made }).padEnd(size)}\n`));
          },
        });
        const seen: unknown[] = [];
        const done = readJsonLines(stream, {
          message(message) {
            seen.push(message['made']);
            if (seen.length === 2) stream.pause();
          },
          bad: assert.fail,
          tooLong: assert.fail,
        });
        await new Promise((resolve) => stream.once('pause', resolve));
        for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
        assert.equal(seen.length, 2);
        assert.ok(made <= 2 * chunks + 2, `read ahead: ${made} chunks`);
        stream.resume();
        await done;
        assert.deepEqual(
          seen,
          Array.from({ length: count * chunks }, (_, i) => i + 1),
        );
      }),
      { numRuns: 30 },
    );
  });
});
