import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startRpc } from '../../src/codex/rpc.ts';
import type { Purpose, RpcFailure } from '../../src/codex/state.ts';

const purpose: Purpose = { for: 'clean' };

function connect(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: { id?: number; method?: string }[] = [];
  const results: unknown[] = [];
  const failures: RpcFailure[] = [];
  let open = true;
  const rpc = startRpc({
    write: (line) => {
      if (open) sent.push(JSON.parse(line));
      return open;
    },
    onResult: (_, result) => results.push(result),
    onFailure: (_, failure) => failures.push(failure),
  });
  return { rpc, sent, results, failures, shut: () => (open = false) };
}
const overload = { error: { code: -32001, message: 'Server overloaded; retry later.' } };

describe('calls to Codex', () => {
  it('have no jsonrpc member, and ids from 1', (t) => {
    const { rpc, sent, results } = connect(t);
    rpc.call(purpose, 'thread/start', { cwd: '/' }, 1000);
    assert.deepEqual(sent, [{ id: 1, method: 'thread/start', params: { cwd: '/' } }]);
    assert.equal(rpc.answered(1, { id: 1, result: { ok: 1 } }), true);
    assert.deepEqual(results, [{ ok: 1 }]);
  });

  it('end in time, and a later answer is nobody’s and no fault', (t) => {
    const { rpc, failures, results } = connect(t);
    rpc.call(purpose, 'x', {}, 1000);
    t.mock.timers.tick(1000);
    assert.deepEqual(
      failures.map((failure) => failure.code),
      ['timeout'],
    );
    assert.equal(rpc.answered(1, { id: 1, result: {} }), true);
    assert.deepEqual(results, []);
  });

  it('are tried again after an overload, under a new id, and give up in the end', (t) => {
    const { rpc, sent, failures, results } = connect(t);
    rpc.call(purpose, 'x', {}, 60_000);
    rpc.answered(1, overload);
    assert.equal(sent.length, 1);
    t.mock.timers.tick(40);
    assert.deepEqual(
      sent.map((message) => message.id),
      [1, 2],
    );
    rpc.answered(2, { result: { came: true } });
    assert.deepEqual([results, failures], [[{ came: true }], []]);

    rpc.call(purpose, 'y', {}, 60_000);
    for (let at = 0; at < 20; at++) {
      rpc.answered(sent.at(-1)!.id, overload);
      t.mock.timers.tick(2_000);
    }
    assert.deepEqual(
      failures.map((failure) => failure.code),
      [-32001],
    );
    assert.equal(sent.filter((message) => message.method === 'y').length, 6);
  });

  it('end in time also between two tries', (t) => {
    const { rpc, failures } = connect(t);
    rpc.call(purpose, 'x', {}, 30);
    rpc.answered(1, overload);
    t.mock.timers.tick(30);
    assert.deepEqual(
      failures.map((failure) => failure.code),
      ['timeout'],
    );
  });

  it('fail at once when the line closes, those between two tries too, and later ones', (t) => {
    const { rpc, failures } = connect(t);
    rpc.call(purpose, 'x', {}, 1000);
    rpc.call(purpose, 'y', {}, 1000);
    rpc.answered(2, overload);
    rpc.close('gone');
    rpc.call(purpose, 'z', {}, 1000);
    assert.deepEqual(
      failures.map((failure) => failure.code),
      ['closed', 'closed', 'closed'],
    );
    t.mock.timers.tick(10_000);
    assert.equal(failures.length, 3);
  });

  it('fail at once when nothing can be written', (t) => {
    const { rpc, failures, shut } = connect(t);
    shut();
    rpc.call(purpose, 'x', {}, 1000);
    assert.equal(failures[0]?.code, 'closed');
  });

  it('tell an error with its word', (t) => {
    const { rpc, failures } = connect(t);
    rpc.call(purpose, 'x', {}, 1000);
    rpc.answered(1, { error: { code: -32602, message: 'no', data: { input_error_code: 'input_too_large' } } });
    assert.deepEqual(failures, [{ code: -32602, message: 'no (input_too_large)' }]);
  });

  it('know an answer that nobody asked for', (t) => {
    const { rpc } = connect(t);
    assert.equal(rpc.answered(99, { result: {} }), false);
    assert.equal(rpc.answered('text', { result: {} }), false);
  });
});
