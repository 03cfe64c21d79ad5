import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentAnswer } from '@bureau/contracts';
import type { Input } from '../../src/codex/state.ts';
import {
  begun,
  callsOf,
  commandStarted,
  eventsOf,
  note,
  play,
  repliesOf,
  request,
  result,
  toldOf,
  turnBegun,
  turnEnded,
} from './play.ts';

const command = 'item/commandExecution/requestApproval';
const asked = (params: Record<string, unknown> = {}): Input =>
  request(0, command, { itemId: 'call-1', command: "/bin/bash -lc 'touch a'", cwd: '/home/ana/shop', ...params });
const answer = (given: AgentAnswer, key = 'n0'): Input => ({ on: 'answer', key, answer: given });
const started = () => play([...begun(), ...turnBegun(), commandStarted('call-1', { processId: null })]);
const opened = (game: ReturnType<typeof play>) =>
  eventsOf(game.effects).filter((event) => event.type === 'request-opened');
const noticeCodes = (game: ReturnType<typeof play>) =>
  eventsOf(game.effects).flatMap((event) => (event.type === 'notice' ? [event.code] : []));

describe('requests of Codex', () => {
  it('id 0 is a real one, and its string twin another', () => {
    const game = started();
    game.put(asked(), request('0', command, { command: 'ls', itemId: 'call-2' }));
    assert.deepEqual(
      opened(game).map((event) => event.type === 'request-opened' && event.key),
      ['n0', 's0'],
    );
  });

  it('answers in any order, each with its own id', () => {
    const game = started();
    game.put(asked(), request(1, command, { command: 'ls', itemId: 'call-2' }));
    game.put(answer({ answer: 'deny' }, 'n1'), answer({ answer: 'allow' }, 'n0'));
    assert.deepEqual(repliesOf(game.effects), [
      [1, { decision: 'decline' }],
      [0, { decision: 'accept' }],
    ]);
  });

  const decisions: readonly (readonly [AgentAnswer, string])[] = [
    [{ answer: 'allow' }, 'accept'],
    [{ answer: 'allow-similar' }, 'acceptForSession'],
    [{ answer: 'deny' }, 'decline'],
    [{ answer: 'deny', endTurn: true }, 'cancel'],
  ];
  for (const [given, decision] of decisions)
    it(`${given.answer}${'endTurn' in given ? ' with an end of the turn' : ''} is ${decision}, whatever else is offered`, () => {
      const offered = [
        { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['touch'] } },
        'somethingNew',
        'cancel',
      ];
      const game = started();
      game.put(asked({ availableDecisions: offered, proposedExecpolicyAmendment: ['touch'] }), answer(given));
      assert.deepEqual(repliesOf(game.effects), [[0, { decision }]]);
    });

  it('sends the words of a refusal as steering, after the decline', () => {
    const game = started();
    game.put(asked(), answer({ answer: 'deny', message: 'use b' }));
    const sent = game.effects.filter((effect) => effect.do === 'reply' || effect.do === 'call').slice(-2);
    assert.deepEqual(
      sent.map((effect) => (effect.do === 'call' ? [effect.method, effect.params['input']] : effect.do)),
      ['reply', ['turn/steer', [{ type: 'text', text: 'use b', text_elements: [] }]]],
    );
  });

  it('starts a turn with the words when the turn has ended before they came', () => {
    const game = started();
    game.put(asked(), answer({ answer: 'deny', message: 'use b' }));
    const steer = game.effects.findLast((effect) => effect.do === 'call')!;
    assert.ok(steer.do === 'call');
    game.put(turnEnded(), {
      on: 'failure',
      purpose: steer.purpose,
      failure: { code: -32600, message: 'no active turn' },
    });
    assert.equal(callsOf(game.effects).at(-1), 'turn/start');
  });

  it('answers a second request under an open id with an error, and keeps the first', () => {
    const game = started();
    game.put(asked(), asked({ command: 'rm -rf /' }));
    const refusal = game.effects.find((effect) => effect.do === 'refuse');
    assert.ok(refusal?.do === 'refuse' && refusal.id === 0);
    assert.equal(opened(game).length, 1);
    assert.deepEqual(noticeCodes(game), ['duplicate-request']);
    game.put(answer({ answer: 'allow' }));
    assert.equal(repliesOf(game.effects).length, 1);
  });

  for (const method of ['item/tool/call', 'applyPatchApproval', 'account/chatgptAuthTokens/refresh', 'something/new'])
    it(`refuses ${method} at once`, () => {
      const game = started();
      game.put(request(7, method));
      assert.deepEqual(
        game.effects.filter((effect) => effect.do === 'refuse'),
        [{ do: 'refuse', id: 7, code: -32601, message: `Bureau does not handle ${method}` }],
      );
      assert.deepEqual(noticeCodes(game), ['unknown-request']);
    });

  it('closes what Codex takes back, and what its turn leaves open', () => {
    const game = started();
    game.put(asked(), request(1, command, { command: 'ls', itemId: 'call-2' }));
    game.put(note('serverRequest/resolved', { requestId: 0 }));
    game.put(turnEnded('interrupted'));
    const closed = eventsOf(game.effects).filter((event) => event.type === 'request-closed');
    assert.deepEqual(closed, [
      { type: 'request-closed', key: 'n0', how: 'withdrawn' },
      { type: 'request-closed', key: 'n1', how: 'withdrawn' },
    ]);
  });

  it('grants the permissions that were shown and nothing else, or none', () => {
    const permissions = {
      network: { enabled: true },
      fileSystem: {
        read: null,
        write: ['/home/ana/Documents'],
        entries: [{ path: { type: 'path', path: '/x' }, access: 'write' }],
      },
      newer: { everything: true },
    };
    const ask = request(3, 'item/permissions/requestApproval', {
      itemId: 'call-1',
      cwd: '/home/ana/shop',
      reason: 'to save',
      permissions,
    });
    const { newer: _newer, ...shown } = permissions;
    for (const [given, expected] of [
      [{ answer: 'allow' }, { permissions: shown, scope: 'turn' }],
      [{ answer: 'allow-similar' }, { permissions: shown, scope: 'session' }],
      [{ answer: 'deny' }, { permissions: {}, scope: 'turn' }],
    ] as const) {
      const game = started();
      game.put(ask, answer(given, 'n3'));
      assert.deepEqual(repliesOf(game.effects), [[3, expected]]);
      const [event] = opened(game);
      assert.ok(event?.type === 'request-opened' && event.request.kind === 'permission');
      assert.deepEqual(event.request.action, {
        kind: 'tool',
        tool: 'other',
        name: 'permissions',
        input: { permissions, reason: 'to save' },
        cwd: '/home/ana/shop',
      });
    }
  });

  it('shows a host that a command wants to reach as that', () => {
    const game = started();
    game.put(asked({ networkApprovalContext: { host: 'example.org', protocol: 'https' } }));
    const [event] = opened(game);
    assert.ok(
      event?.type === 'request-opened' && event.request.kind === 'permission' && event.request.action.kind === 'tool',
    );
    assert.deepEqual(event.request.action.input, { url: 'https://example.org' });
  });

  it('keeps secrets and own words of a question apart, and answers only what was asked', () => {
    const questions = [
      { id: 'key', header: 'Key', question: 'Which key?', isOther: true, isSecret: true, options: null },
      {
        id: 'way',
        header: 'Way',
        question: 'Which way?',
        isOther: false,
        isSecret: false,
        options: [{ label: 'Left', description: '' }],
      },
    ];
    const game = started();
    game.put(request(5, 'item/tool/requestUserInput', { itemId: 'call-9', questions }));
    const [event] = opened(game);
    assert.ok(event?.type === 'request-opened' && event.request.kind === 'question');
    assert.deepEqual(event.request.questions, [
      { id: 'key', text: 'Which key?', options: [], multiple: false, secret: true, free: true },
      { id: 'way', text: 'Which way?', options: [{ label: 'Left' }], multiple: false, secret: false, free: false },
    ]);
    game.put(answer({ answer: 'answers', answers: { key: ['k'], other: ['x'] } }, 'n5'));
    assert.deepEqual(repliesOf(game.effects), [[5, { answers: { key: { answers: ['k'] } } }]]);
  });
});

describe('what a tool server asks', () => {
  const elicit = (params: Record<string, unknown>): Input =>
    request(4, 'mcpServer/elicitation/request', { serverName: 'forms', message: 'Please', mode: 'form', ...params });
  const schema = {
    type: 'object',
    required: ['name', 'count'],
    properties: {
      name: { type: 'string', title: 'Name' },
      count: { type: 'integer' },
      sure: { type: 'boolean' },
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
  };

  it('turns a form into questions, and the answers into its values', () => {
    const game = started();
    game.put(elicit({ requestedSchema: schema }));
    const [event] = opened(game);
    assert.ok(event?.type === 'request-opened' && event.request.kind === 'question');
    assert.deepEqual(
      event.request.questions.map(({ id, options, multiple, free }) => [
        id,
        options.map((option) => option.label),
        multiple,
        free,
      ]),
      [
        ['name', [], false, true],
        ['count', [], false, true],
        ['sure', ['Yes', 'No'], false, false],
        ['size', ['Small', 'Large'], false, false],
        ['tags', ['a', 'b'], true, false],
      ],
    );
    game.put(
      answer(
        {
          answer: 'answers',
          answers: { name: ['Ana'], count: ['3'], sure: ['No'], size: ['Large'], tags: ['a', 'b'] },
        },
        'n4',
      ),
    );
    assert.deepEqual(repliesOf(game.effects)[0]?.[1], {
      action: 'accept',
      content: { name: 'Ana', count: 3, sure: false, size: 'l', tags: ['a', 'b'] },
      _meta: null,
    });
  });

  for (const [name, answers] of [
    ['a number that is none', { name: ['Ana'], count: ['many'] }],
    ['half a number', { name: ['Ana'], count: ['1.5'] }],
    ['a missing answer', { name: ['Ana'] }],
  ] as const)
    it(`declines rather than guesses: ${name}`, () => {
      const game = started();
      game.put(elicit({ requestedSchema: schema }), answer({ answer: 'answers', answers }, 'n4'));
      assert.deepEqual(repliesOf(game.effects)[0]?.[1], { action: 'decline', content: null, _meta: null });
    });

  it('takes a form without fields as a consent to one tool call', () => {
    for (const [given, expected] of [
      [{ answer: 'allow' }, { action: 'accept', content: {}, _meta: null }],
      [{ answer: 'allow-similar' }, { action: 'accept', content: {}, _meta: { persist: 'session' } }],
      [{ answer: 'deny' }, { action: 'decline', content: null, _meta: null }],
    ] as const) {
      const game = started();
      game.put(
        elicit({
          requestedSchema: { type: 'object', properties: {} },
          _meta: { tool_name: 'send', tool_params: { to: 'bob' }, persist: ['session', 'always'] },
        }),
      );
      const [event] = opened(game);
      assert.ok(
        event?.type === 'request-opened' && event.request.kind === 'permission' && event.request.action.kind === 'tool',
      );
      assert.deepEqual([event.request.action.name, event.request.action.input], ['mcp__forms__send', { to: 'bob' }]);
      game.put(answer(given, 'n4'));
      assert.deepEqual(repliesOf(game.effects)[0]?.[1], expected);
    }
  });

  for (const params of [
    { mode: 'url', url: 'https://example.org' },
    { mode: 'something/new' },
    { requestedSchema: { type: 'object', properties: { deep: { type: 'object' } } } },
  ])
    it(`declines what it can’t show, and says so: ${JSON.stringify(params)}`, () => {
      const game = started();
      game.put(elicit(params));
      assert.deepEqual(repliesOf(game.effects)[0]?.[1], { action: 'decline', content: null, _meta: null });
      assert.deepEqual(noticeCodes(game), ['unknown-request']);
    });
});

describe('a plan', () => {
  const planned = () =>
    play([
      ...begun({ plan: true }),
      ...turnBegun(),
      note('item/completed', { turnId: 'turn-1', item: { type: 'plan', id: 'plan-1', text: '1. Do it' } }),
      turnEnded(),
    ]);

  it('waits for the person’s word after its turn', () => {
    const game = planned();
    const [event] = opened(game);
    assert.ok(event?.type === 'request-opened' && event.request.kind === 'permission');
    assert.deepEqual([event.request.plan, event.request.exact], [true, '1. Do it']);
    game.put(answer({ answer: 'allow' }, 'plan-turn-1'));
    const call = game.effects.findLast((effect) => effect.do === 'call');
    assert.ok(call?.do === 'call' && call.method === 'turn/start');
    assert.deepEqual(call.params['collaborationMode'], {
      mode: 'default',
      settings: { model: 'gpt-5.5', reasoning_effort: null, developer_instructions: null },
    });
    assert.deepEqual(repliesOf(game.effects), []);
  });

  it('keeps planning with the words of a refusal, and is withdrawn by other words', () => {
    const refused = planned();
    refused.put(answer({ answer: 'deny', message: 'shorter' }, 'plan-turn-1'));
    const call = refused.effects.findLast((effect) => effect.do === 'call');
    assert.ok(call?.do === 'call');
    assert.equal((call.params['collaborationMode'] as { mode: string }).mode, 'plan');
    const other = planned();
    other.put({ on: 'say', message: { id: 'm2', text: 'something else' } });
    assert.ok(eventsOf(other.effects).some((event) => event.type === 'request-closed' && event.how === 'withdrawn'));
  });
});

describe('a stop', () => {
  it('cancels open permissions, interrupts, and gives unread words back', () => {
    const game = started();
    game.put(asked(), { on: 'say', message: { id: 'm2', text: 'and b' } });
    game.put({ on: 'interrupt', limitMs: 1000 });
    assert.deepEqual(repliesOf(game.effects), [[0, { decision: 'cancel' }]]);
    assert.equal(callsOf(game.effects).at(-1), 'turn/interrupt');
    game.put(turnEnded('interrupted'));
    assert.deepEqual(
      toldOf(game.effects).filter((outcome) => outcome.of === 'interrupt'),
      [{ of: 'interrupt', returned: ['message-1', 'm2'] }],
    );
  });

  it('interrupts a turn whose id it learns only afterwards', () => {
    const message = { id: 'message-1', text: 'go' };
    const game = play([...begun(), { on: 'say', message }, { on: 'interrupt', limitMs: 1000 }]);
    assert.ok(!callsOf(game.effects).includes('turn/interrupt'));
    game.put(result({ for: 'turn', message }, { turn: { id: 'turn-1', status: 'inProgress' } }));
    assert.equal(callsOf(game.effects).at(-1), 'turn/interrupt');
  });

  it('is done at once when nothing runs', () => {
    const game = play([...begun(), { on: 'interrupt', limitMs: 1000 }]);
    assert.deepEqual(toldOf(game.effects).at(-1), { of: 'interrupt', returned: [] });
  });
});

describe('turns of their own', () => {
  const own = note('turn/started', { turn: { id: 'turn-9', status: 'inProgress' } });
  it('are told as such, and ended where they are forbidden', () => {
    const free = play([...begun(), own]);
    assert.ok(eventsOf(free.effects).some((event) => event.type === 'turn-started' && event.origin === 'background'));
    assert.ok(!callsOf(free.effects).includes('turn/interrupt'));
    assert.ok(callsOf(play([...begun({ noOwnTurns: true }), own]).effects).includes('turn/interrupt'));
  });

  it('are not mistaken for one that was asked for, in either order of its answer', () => {
    const message = { id: 'm', text: 'go' };
    const turn = { turn: { id: 'turn-1', status: 'inProgress' } };
    const first = play([
      ...begun(),
      { on: 'say', message },
      note('turn/started', turn),
      result({ for: 'turn', message }, turn),
    ]);
    const second = play([
      ...begun(),
      { on: 'say', message },
      result({ for: 'turn', message }, turn),
      note('turn/started', turn),
    ]);
    for (const game of [first, second])
      assert.deepEqual(
        eventsOf(game.effects).filter((event) => event.type === 'turn-started'),
        [{ type: 'turn-started', origin: 'user' }],
      );
  });
});
