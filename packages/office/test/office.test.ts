import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Desk, postures } from '@bureau/contracts';
import fc from 'fast-check';
import { figures } from '../src/draw/art.ts';
import { fit } from '../src/draw/paint.ts';
import { drawOffice, layOut, type Stage } from '../src/index.ts';
import { advance, pace, seat, still } from '../src/motion.ts';

const desk = (id: string, more: Partial<Desk> = {}): Desk => ({
  desk: id,
  agent: 'claude',
  session: id,
  folder: '/home/ana/shop',
  state: 'working',
  doing: 'Runs npm test',
  since: '2026-11-30T08:00:00.000Z',
  posture: 'running',
  ...more,
});
const anyDesk = fc.record({
  id: fc.integer({ min: 0, max: 60 }),
  folder: fc.constantFrom('/home/ana/shop', '/home/ana/letters', 'C:\\Users\\Ana\\x', ''),
  posture: fc.constantFrom(...postures),
  parent: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
});
const manyDesks = fc
  .uniqueArray(anyDesk, { selector: ({ id }) => id, maxLength: 60 })
  .map((all) =>
    all.map(({ id, folder, posture, parent }) =>
      desk(`d${id}`, { folder, posture, ...(parent !== undefined && parent < id ? { parent: `d${parent}` } : {}) }),
    ),
  );

describe('the scene', () => {
  it('gives every desk one seat, inside its room, and none over another', () => {
    fc.assert(
      fc.property(manyDesks, fc.integer({ min: 80, max: 900 }), (desks, width) => {
        const scene = layOut(desks, width);
        assert.deepEqual(scene.seats.map((place) => place.desk.desk).sort(), desks.map((one) => one.desk).sort());
        for (const place of scene.seats) {
          const room = scene.rooms.find(({ folder }) => folder === place.desk.folder)!;
          assert.ok(
            place.x >= room.x &&
              place.x + place.width <= room.x + room.width &&
              place.y >= room.y &&
              place.y + place.height <= room.y + room.height,
          );
        }
        const overlap = scene.seats.some((a, i) =>
          scene.seats.some(
            (b, j) =>
              i < j && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
          ),
        );
        assert.ok(!overlap);
      }),
    );
  });
  it('seats sub-agents next to their parent', () => {
    const { seats } = layOut([desk('b'), desk('a:sub', { parent: 'a' }), desk('a')], 600);
    assert.deepEqual(
      seats.map((place) => [place.desk.desk, place.side]),
      [
        ['a', false],
        ['a:sub', true],
        ['b', false],
      ],
    );
  });
});

describe('motion', () => {
  it('comes to rest, with everybody at their desk or gone', () => {
    fc.assert(
      fc.property(manyDesks, manyDesks, (before, after) => {
        const first = layOut(before, 600);
        const scene = layOut(after, 600);
        let motion = seat(seat(still, first, false), scene, false);
        for (let i = 0; i < 400 && pace(motion, false) === 'walk'; i++) motion = advance(motion, scene, 100);
        assert.notEqual(pace(motion, false), 'walk');
        assert.deepEqual(
          [...motion.figures.keys()].sort(),
          after
            .filter((one) => one.posture !== 'gone')
            .map((one) => one.desk)
            .sort(),
        );
      }),
    );
  });
  it('lets nobody walk when calm', () => {
    const motion = seat(seat(still, layOut([desk('a')], 600), true), layOut([desk('a'), desk('b')], 600), true);
    assert.equal(pace(motion, true), 'rest');
    assert.ok([...motion.figures.values()].every((figure) => !figure.walking));
  });
});

/** A stage whose frames and timers are run by hand. */
function handStage() {
  const frames: ((now: number) => void)[] = [];
  const timers = new Map<number, () => void>();
  let id = 0;
  const context = new Proxy(
    {},
    {
      get: (_, name) => (name === 'measureText' ? (text: string) => ({ width: text.length * 6 }) : () => undefined),
      set: () => true,
    },
  );
  const stage = {
    canvas: { width: 0, height: 0, getContext: () => context, toDataURL: () => 'data:' },
    requestFrame: (callback: (now: number) => void) => frames.push(callback),
    cancelFrame: () => {
      frames.length = 0;
    },
    setTimer(callback: () => void) {
      timers.set(++id, callback);
      return id;
    },
    clearTimer: (timer: number) => timers.delete(timer),
    makeCanvas: () => ({ picture: {}, context }),
    pixelRatio: () => 1,
  } as unknown as Stage;
  return { stage, frames, timers, runFrame: (now: number) => frames.shift()?.(now) };
}

describe('drawing', () => {
  it('asks for no frame and no timer when nothing moves', () => {
    const hand = handStage();
    const office = drawOffice(hand.stage, {});
    office.show([
      desk('a', { state: 'idle', posture: 'resting' }),
      desk('b', { state: 'waiting', posture: 'waiting' }),
    ]);
    hand.runFrame(0);
    assert.equal(office.frames(), 1);
    assert.deepEqual([hand.frames.length, hand.timers.size], [0, 0]);
    office.show([
      desk('a', { state: 'idle', posture: 'resting', tokens: { input: 1, output: 2 } }),
      desk('b', { state: 'waiting', posture: 'waiting' }),
    ]);
    assert.deepEqual([hand.frames.length, hand.timers.size], [0, 0], 'a change that cannot be seen draws nothing');
  });
  it('draws at the pace of work while somebody works, and not at all while hidden', () => {
    const hand = handStage();
    const office = drawOffice(hand.stage, {});
    office.show([desk('a')]);
    hand.runFrame(0);
    assert.deepEqual([hand.frames.length, hand.timers.size], [0, 1]);
    office.setVisible(false);
    assert.deepEqual([hand.frames.length, hand.timers.size], [0, 0]);
    office.show([desk('a'), desk('b')]);
    assert.deepEqual([hand.frames.length, hand.timers.size], [0, 0]);
  });
  it('draws nothing by itself with reduced motion', () => {
    const hand = handStage();
    const office = drawOffice(hand.stage, { calm: true });
    office.show([desk('a'), desk('b')]);
    hand.runFrame(0);
    assert.deepEqual([hand.frames.length, hand.timers.size], [0, 0]);
  });
  it('has art of one size for every posture', () => {
    for (const frames of Object.values(figures))
      for (const art of frames)
        assert.deepEqual([art.length, new Set(art.map((row) => row.length)).size, art[0]!.length], [16, 1, 16]);
  });
  it('cuts words between characters', () => {
    const pen = { measureText: (text: string) => ({ width: [...text].length * 6 }) as TextMetrics };
    assert.equal(fit(pen, '가게🎉정리합니다', 30), '가게🎉정…');
    assert.equal(fit(pen, 'short', 30), 'short');
  });
});
