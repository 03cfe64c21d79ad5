import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TaskSummary } from '@bureau/contracts';
import fc from 'fast-check';
import { linkIn, parseLink } from '../src/links.ts';
import { notes, waitingCount } from '../src/notify.ts';
import { mayHave, mayNavigate, mayOpenOutside, maySend } from '../src/policy.ts';
import { quitStep } from '../src/quit.ts';
import { decodeState, firstState, onScreen } from '../src/window-state.ts';
import { languages, withCount, wordsFor } from '../src/words/index.ts';

const host = 'http://127.0.0.1:4000/#token=secret';
const task = (more: Partial<TaskSummary>): TaskSummary => ({
  task: 't',
  agent: 'claude',
  agentVersion: null,
  folder: '/a',
  title: 'Tidy',
  state: 'working',
  waiting: 0,
  startedAt: '',
  changedAt: '',
  agentSessionId: null,
  archived: false,
  seq: 1,
  doing: '',
  ...more,
});

describe('links', () => {
  it('show a task, or fill in the start page; nothing else', () => {
    assert.deepEqual(parseLink('bureau://task/abc-1'), { kind: 'task', task: 'abc-1' });
    assert.deepEqual(parseLink('bureau://new?folder=/home/ana/shop&prompt=Tidy'), {
      kind: 'new',
      folder: '/home/ana/shop',
      prompt: 'Tidy',
    });
    for (const bad of [
      'bureau://task/',
      'bureau://task/a/b',
      'bureau://stop-all',
      'bureau://answer/1?allow',
      'http://task/a',
      'bureau',
      '',
    ])
      assert.deepEqual(parseLink(bad), { kind: 'bad' }, bad);
  });
  it('are never more than that, whatever comes', () => {
    fc.assert(fc.property(fc.string(), (text) => ['task', 'new', 'bad'].includes(parseLink(`bureau://${text}`).kind)));
  });
  it('are found among arguments', () => {
    assert.equal(linkIn(['bureau', '--no-sandbox', 'bureau://task/a']), 'bureau://task/a');
    assert.equal(linkIn(['bureau', '/home/ana']), undefined);
  });
});

describe('what the window may do', () => {
  it('shows only its own host', () => {
    assert.ok(mayNavigate('http://127.0.0.1:4000/x', host));
    for (const other of [
      'http://127.0.0.1:4001/',
      'https://127.0.0.1:4000/',
      'http://localhost:4000/',
      'http://evil.example/',
      'file:///etc/passwd',
      'javascript:1',
      'data:text/html,x',
      '',
    ])
      assert.ok(!mayNavigate(other, host), other);
  });
  it('opens only plain web addresses outside', () => {
    assert.ok(mayOpenOutside('https://example.org/a?b=1'));
    for (const bad of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://x',
      'https://bank.example@evil.example/',
      'x',
    ])
      assert.ok(!mayOpenOutside(bad), bad);
  });
  it('has few permissions, and only its main page may call', () => {
    assert.deepEqual(['notifications', 'media', 'geolocation', 'usb'].map(mayHave), [true, false, false, false]);
    assert.ok(maySend({ url: 'http://127.0.0.1:4000/', parent: null }, host));
    assert.ok(!maySend({ url: 'http://127.0.0.1:4000/', parent: {} }, host));
    assert.ok(!maySend({ url: 'http://evil.example/', parent: null }, host));
    assert.ok(!maySend(null, host));
  });
});

describe('the window’s place', () => {
  it('survives any kept state', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const state = decodeState(value);
        return state.width >= 360 && state.height >= 480 && state.zoom >= -3 && state.zoom <= 5;
      }),
    );
    assert.deepEqual(decodeState(null), firstState);
  });
  it('comes back when its screen is gone', () => {
    const screen = { x: 0, y: 0, width: 1000, height: 800 };
    assert.equal(onScreen({ ...firstState, x: 50, y: 50 }, [screen]).x, 50);
    assert.equal(onScreen({ ...firstState, x: 3000, y: 50 }, [screen]).x, undefined);
  });
});

describe('tray, notifications and quitting', () => {
  it('tells of a new question and of an end, not while the person looks', () => {
    const before = [task({})];
    assert.deepEqual(notes(before, [task({ waiting: 1, state: 'waiting' })], false), [
      { task: 't', kind: 'waits', title: 'Tidy' },
    ]);
    assert.deepEqual(notes(before, [task({ state: 'idle' })], false), [{ task: 't', kind: 'done', title: 'Tidy' }]);
    assert.deepEqual(notes(before, [task({ state: 'ended', how: 'failed' })], false), [
      { task: 't', kind: 'failed', title: 'Tidy' },
    ]);
    assert.deepEqual(notes(before, [task({ waiting: 1 })], true), []);
    assert.equal(waitingCount([task({ waiting: 2 }), task({ waiting: 1, state: 'ended' })]), 2);
  });
  it('asks before it quits only while something runs', () => {
    assert.equal(quitStep([task({ state: 'ended' })]), 'quit');
    assert.equal(quitStep([task({ state: 'idle' })]), 'ask');
  });
});

describe('words', () => {
  it('are whole in every language', () => {
    const ids = Object.keys(languages['en']!).sort();
    for (const [language, words] of Object.entries(languages)) {
      assert.deepEqual(Object.keys(words).sort(), ids, language);
      for (const id of ids)
        assert.equal(
          words[id as keyof typeof words].includes('{count}'),
          languages['en']![id as keyof typeof words].includes('{count}'),
          `${language} ${id}`,
        );
    }
    assert.equal(withCount(wordsFor('ko-KR').quitTitleMany, 3), '작업 3개가 진행 중입니다.');
    assert.equal(wordsFor('zh-Hant-TW').quit, '結束 Bureau');
    assert.equal(wordsFor('fr').quit, 'Quit Bureau');
  });
});
