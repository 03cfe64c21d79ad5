import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import { type Json, textOf, toObject } from '../../src/codex/json.ts';
import type { Input, Purpose } from '../../src/codex/state.ts';
import { eventsOf, play } from './play.ts';
import { recordings } from './recordings.ts';

type Line =
  | { readonly from: 'person'; readonly input: Input }
  | { readonly from: 'bureau' | 'codex'; readonly message: Json };

const read = <Value>(path: string): Value[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Value);

/** A message of Codex as the session feeds it; answers belong to the call whose turn it was. */
function toInput(message: Json, calls: readonly Purpose[]): Input {
  const { id } = message;
  const method = textOf(message, 'method');
  const params = toObject(message['params']);
  if (method !== undefined)
    return id === undefined
      ? { on: 'notification', method, params }
      : { on: 'request', id: id as number | string, method, params };
  const purpose = calls[(id as number) - 1]!;
  const error = message['error'] as { code: number; message: string } | undefined;
  return error
    ? { on: 'failure', purpose, failure: error }
    : { on: 'result', purpose, result: toObject(message['result']) };
}

/** What the machine sends, in the form of the wire. */
function replay(lines: readonly Line[]) {
  const game = play([]);
  const calls: Purpose[] = [];
  const sent: Json[] = [];
  for (const line of lines) {
    if (line.from === 'bureau') continue;
    const from = game.effects.length;
    game.put(line.from === 'person' ? line.input : toInput(line.message, calls));
    for (const effect of game.effects.slice(from)) {
      if (effect.do === 'call')
        sent.push({ id: calls.push(effect.purpose), method: effect.method, params: effect.params });
      if (effect.do === 'notify') sent.push({ method: effect.method });
      if (effect.do === 'reply') sent.push({ id: effect.id, result: effect.result });
      if (effect.do === 'refuse') sent.push({ id: effect.id, error: { code: effect.code, message: effect.message } });
    }
  }
  return { events: eventsOf(game.effects), sent };
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

for (const version of readdirSync(recordings))
  describe(`the recordings of Codex ${version}, played again`, () => {
    for (const file of readdirSync(join(recordings, version)).filter((name) => !name.includes('.events.'))) {
      const lines = read<Line>(join(recordings, version, file));
      it(`${file}: Bureau sends the same`, () => {
        const said = lines.flatMap((line) => (line.from === 'bureau' ? [line.message] : []));
        assert.deepEqual(plain(replay(lines).sent), said);
      });
      it(`${file}: the same comes of it`, () => {
        const told = read<AgentEvent>(join(recordings, version, file.replace('.jsonl', '.events.jsonl')));
        assert.deepEqual(plain(replay(lines).events.slice(0, told.length)), told);
      });
    }
  });
