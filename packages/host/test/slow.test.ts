import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import type { AgentEvent, HostMessage } from '@bureau/contracts';
import WebSocket from 'ws';
import { openFold } from '../src/client/index.ts';
import { served, token, when } from './support/served.ts';

const turn: AgentEvent = { type: 'turn-started', origin: 'user' };

/** Words that don't get smaller on the wire. */
function noise(length: number, seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

describe('a slow window', () => {
  it('holds nobody else, costs bounded memory, and is whole again when it reads', async () => {
    await using open = await served();
    const { task, session } = await open.begin();
    const fast = open.line();
    const slow = new WebSocket(`${open.host.url.replace('http', 'ws')}/ws`, ['bureau.v1', `bureau.token.${token}`], {
      perMessageDeflate: false,
    });
    await once(slow, 'open');
    const fold = openFold(task);
    const kinds: string[] = [];
    let caughtUp = (): void => {};
    let bytes = 0;
    slow.on('message', (data) => {
      bytes += String(data).length;
      const message = JSON.parse(String(data)) as HostMessage;
      kinds.push(message.type);
      if (message.type === 'snapshot') fold.reset(message.snapshot);
      if (message.type === 'events') assert.equal(fold.add(message.events), 'ok');
      caughtUp();
    });
    const first = once(slow, 'message');
    slow.send(JSON.stringify({ id: 1, type: 'subscribe-task', task }));
    await first;
    slow.pause();
    session.emit(turn);
    // 24 MB, far beyond what the kernel and the host keep for one window.
    const total = 40;
    for (let index = 0; index < total; index++) {
      session.emit({ type: 'text', messageId: `m${index}`, text: noise(600_000, index + 1), final: true });
      const view = await when(fast.task(task), ({ rows }) => rows.length >= index + 1);
      assert.ok(view.rows.length >= index + 1);
    }
    const there = await when(
      fast.task(task),
      ({ rows }) => rows.filter(({ kind }) => kind === 'text').length === total,
    );
    const done = new Promise<void>((resolve) => {
      caughtUp = () => {
        if (fold.view().seq === there.seq) resolve();
      };
    });
    slow.resume();
    await done;
    assert.ok(kinds.filter((kind) => kind === 'events').length < total, 'it was not sent every batch');
    const last = fold.view().rows.at(-1);
    assert.deepEqual(last, there.rows.at(-1));
    assert.ok(bytes > 0);
    slow.terminate();
  });
});
