import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Places, places, type Running, startRun } from './start-run.ts';

const practice = (on: Places, ...more: string[]) => [
  '--json',
  '--agent',
  'practice',
  '--folder',
  on.work,
  ...more,
  'go',
];
const answerQuestion = async (run: Running) => {
  const question = await run.until('request');
  run.send({ type: 'answer', requestId: question.requestId, answer: 'allow', answers: { colour: ['Blue'] } });
};

describe('bureau run --json with the practice agent', () => {
  it('asks, hears the answers, and does only what was allowed', async (t) => {
    const on = places(t);
    const run = startRun(t, practice(on), on.env);
    await answerQuestion(run);
    const write = await run.until('request', ({ kind }) => kind === 'permission');
    assert.deepEqual(write.card.chips, ['creates']);
    assert.equal(existsSync(join(on.work, 'index.html')), false);
    run.send({ type: 'answer', requestId: write.requestId, answer: 'allow' });
    const remove = await run.until(
      'request',
      ({ requestId, kind }) => kind === 'permission' && requestId !== write.requestId,
    );
    assert.equal(existsSync(join(on.work, 'index.html')), true);
    run.send({ type: 'answer', requestId: remove.requestId, answer: 'deny', message: 'leave it' });
    const closed = await run.until('request-closed', ({ requestId }) => requestId === remove.requestId);
    assert.deepEqual([closed.how, closed.answer, closed.message], ['answered', 'deny', 'leave it']);
    await run.until('step', ({ state }) => state === 'declined');
    run.send({ type: 'stop' });
    const { receipt } = await run.until('stopped');
    assert.deepEqual([receipt.gone, receipt.left], [true, []]);
    assert.equal((await run.until('ended')).how, 'stopped');
    assert.equal((await run.over).code, 0);
    assert.deepEqual(
      run.events.map(({ seq }) => seq),
      run.events.map((_, i) => i + 1),
    );
  });

  it('stops when its input ends, when it is told to end, and on Ctrl-C', async (t) => {
    for (const end of ['input', 'SIGTERM', 'SIGINT'] as const) {
      const on = places(t);
      const run = startRun(t, practice(on), on.env);
      await run.until('request');
      if (end === 'input') run.endInput();
      else run.kill(end);
      assert.equal((await run.until('ended')).how, 'stopped');
      assert.equal((await run.over).code, 0);
      const order = run.events.map(({ type }) => type).slice(-2);
      assert.deepEqual(order, ['stopped', 'ended']);
    }
  });

  it('tells a wrong line, a second answer and a wrong answer, and goes on', async (t) => {
    const on = places(t);
    const run = startRun(t, practice(on), on.env);
    const question = await run.until('request');
    run.send('{broken');
    run.send({ type: 'frobnicate' });
    await run.until('notice', ({ code, detail }) => code === 'bad-command' && detail?.includes('frobnicate') === true);
    run.send({ type: 'answer', requestId: 'nobody', answer: 'allow' });
    await run.until('notice', ({ code, message }) => code === 'late-answer' && message.includes('nobody'));
    run.send({ type: 'answer', requestId: question.requestId, answer: 'allow-similar' });
    await run.until('notice', ({ code, message }) => code === 'late-answer' && message.includes('not offered'));
    await answerQuestion(run);
    await run.until('request-closed', ({ how }) => how === 'answered');
    await answerQuestion(run);
    await run.until(
      'notice',
      ({ code, message }) =>
        code === 'late-answer' && message.includes(question.requestId) && message.includes('answered already'),
    );
    run.endInput();
    assert.equal((await run.over).code, 0);
  });

  it('refuses everything and finishes by itself where nobody can answer', async (t) => {
    const on = places(t);
    const run = startRun(t, practice(on, '--no-input'), on.env);
    assert.equal((await run.until('ended')).how, 'finished');
    assert.equal((await run.over).code, 0);
    const answers = run.events.flatMap((event) => (event.type === 'request-closed' ? [event.answer] : []));
    assert.ok(answers.length > 2 && answers.every((answer) => answer === 'deny'));
    assert.equal(existsSync(join(on.work, 'index.html')), false);
  });

  it('wants a second yes for the home folder', async (t) => {
    const on = places(t);
    const args = ['--json', '--agent', 'practice', '--folder', on.home, 'go'];
    const no = startRun(t, args, on.env);
    const first = await no.until('request');
    assert.equal(first.kind, 'question');
    no.send({ type: 'answer', requestId: first.requestId, answer: 'deny' });
    await no.until('ended');
    await no.over;
    assert.ok(!no.events.some(({ type }) => type === 'session'));
    const yes = startRun(t, args, on.env);
    const second = await yes.until('request');
    const [ask] = second.questions!;
    yes.send({
      type: 'answer',
      requestId: second.requestId,
      answer: 'allow',
      answers: { [ask!.id]: [ask!.options[0]!.label] },
    });
    await yes.until('session');
    yes.send({ type: 'stop' });
    assert.equal((await yes.over).code, 0);
  });
});

describe('bureau run, used wrongly', () => {
  const cases: readonly [name: string, args: (on: Places) => readonly string[], words: RegExp][] = [
    ['an unknown option', () => ['--frobnicate', 'go'], /frobnicate/],
    ['an unknown agent', () => ['--agent', 'gpt', 'go'], /gpt/],
    ['no prompt', (on) => ['--folder', on.work], /prompt is empty/],
    ['an empty prompt', (on) => ['--folder', on.work, '  '], /prompt is empty/],
    [
      'a folder that is missing',
      (on) => ['--agent', 'practice', '--folder', join(on.work, 'nowhere'), 'go'],
      /no folder/,
    ],
    [
      'a file for a folder',
      (on) => {
        writeFileSync(join(on.work, 'file'), '');
        return ['--agent', 'practice', '--folder', join(on.work, 'file'), 'go'];
      },
      /is a file/,
    ],
  ];
  for (const [name, args, words] of cases)
    it(`${name}: exit 2, a clear word, nothing done`, async (t) => {
      const on = places(t);
      const run = startRun(t, args(on), on.env);
      const { code, stderr, stdout } = await run.over;
      assert.equal(code, 2);
      assert.match(stderr, words);
      assert.equal(stdout, '');
    });

  it('an agent that is not there: it failed, and says what to do', async (t) => {
    const on = places(t);
    const run = startRun(t, ['--json', '--agent', 'claude', '--folder', on.work, 'go'], {
      ...on.env,
      BUREAU_CLAUDE_PATH: join(on.work, 'nowhere'),
    });
    const ended = await run.until('ended');
    assert.equal(ended.how, 'failed');
    assert.match(ended.message!, /nowhere/);
    assert.equal((await run.over).code, 1);
  });

  it('a data folder that is a file says so', async (t) => {
    const on = places(t);
    const file = join(on.work, 'file');
    writeFileSync(file, '');
    const { code, stderr } = await startRun(t, ['--data-dir', file, ...practice(on)], on.env).over;
    assert.equal(code, 1);
    assert.match(stderr, /not a folder/);
  });
});
