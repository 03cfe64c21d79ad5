import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { handedOver } from '@bureau/containment';
import fc from 'fast-check';
import { lineReader } from '../src/control/messages.ts';
import { splitScript } from '../src/hand-over/simple-commands.ts';
import { ownFolder } from '../src/linux/cgroup.ts';
import { type Eyes, type Found, freezePass } from '../src/linux/freeze.ts';
import { parseStat, type Stat } from '../src/linux/stat.ts';
import { parseListeners } from '../src/list/ports.ts';
import { longestLine, watchLimits } from '../src/watch/limits.ts';

const statLine = (pid: number, name: string, state: string, parent: number, start: number): string =>
  `${pid} (${name}) ${state} ${parent} 7 8 0 -1 4194304 100 0 0 0 3 4 0 0 20 0 2 0 ${start} 1000 25 18446744073709551615 1\n`;

describe('a stat line', () => {
  it('is read whatever the name holds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_194_304 }),
        fc.string({ maxLength: 15 }),
        fc.nat(),
        fc.nat(),
        (pid, name, parent, start) => {
          const stat = parseStat(statLine(pid, name, 'S', parent, start));
          assert.deepEqual(
            [stat?.pid, stat?.name, stat?.state, stat?.parent, stat?.startTicks, stat?.threads, stat?.pages],
            [pid, name, 'S', parent, String(start), 2, 25],
          );
        },
      ),
    );
  });
  it('that is none gives null', () => {
    fc.assert(fc.property(fc.string(), (text) => parseStat(text.replaceAll(')', '')) === null));
  });
});

describe('lines of the control channel', () => {
  it('come out whole however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.array(fc.integer({ min: 1, max: 9 })), (values, cuts) => {
        const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
        const got: unknown[] = [];
        const read = lineReader<unknown>((value) => got.push(value));
        let from = 0;
        for (let i = 0; from < bytes.length; i++) {
          const size = cuts.length > 0 ? cuts[i % cuts.length]! : bytes.length;
          read(bytes.subarray(from, from + size));
          from += size;
        }
        assert.equal(JSON.stringify(got), JSON.stringify(JSON.parse(JSON.stringify(values))));
      }),
    );
  });
});

describe('the longest line', () => {
  it('is the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        let longest = 0;
        let open = 0;
        for (const chunk of chunks) {
          const seen = longestLine(chunk, open);
          longest = Math.max(longest, seen.longest);
          open = seen.open;
        }
        const whole = Buffer.concat(chunks).toString('latin1').split('\n');
        assert.equal(longest, Math.max(...whole.map((line) => line.length)));
      }),
    );
  });
});

describe('the limit for silence', () => {
  it('does not run while the reader takes nothing, from before the start on too', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const watch = watchLimits({ idleMs: 100 });
    let hit = 0;
    void watch.hit.then(() => hit++);
    watch.saw('stdout', Buffer.from('x'));
    watch.held(true);
    watch.begin();
    watch.saw('stderr', Buffer.from('x'));
    t.mock.timers.tick(1000);
    watch.held(false);
    t.mock.timers.tick(99);
    watch.cancel();
    watch.saw('stdout', Buffer.from('x'));
    t.mock.timers.tick(1000);
    await Promise.resolve();
    assert.equal(hit, 0);
  });
  it('runs from the last byte on', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const watch = watchLimits({ idleMs: 100 });
    watch.begin();
    t.mock.timers.tick(90);
    watch.saw('stdout', Buffer.from('x'));
    t.mock.timers.tick(100);
    assert.deepEqual(await watch.hit, { reason: 'idle', limit: 100 });
  });
});

interface Simulated {
  parent: number;
  readonly start: number;
  halted: boolean;
  over: boolean;
}

/** A world in which something happens each time it is looked at: forks, ends with orphans handed over, numbers used again. */
function world(steps: readonly number[], self: number) {
  const all = new Map<number, Simulated>([
    [2, { parent: self, start: 1, halted: false, over: false }],
    [900, { parent: 1, start: 0, halted: false, over: false }],
  ]);
  let next = 0;
  let clock = 2;
  let pid = 3;
  const hit: number[] = [];
  const isOurs = (one: number): boolean => {
    for (let at = all.get(one); at; at = all.get(at.parent)) if (at.parent === self) return true;
    return false;
  };
  const happen = (): void => {
    if (next >= steps.length) return;
    const step = steps[next++]!;
    const free = [...all].filter(([one, process]) => isOurs(one) && !process.halted && !process.over);
    if (free.length === 0) return;
    const [actor, process] = free[step % free.length]!;
    if (step % 3 !== 0) all.set(pid++, { parent: actor, start: clock++, halted: false, over: false });
    else {
      for (const child of all.values()) if (child.parent === actor) child.parent = self;
      // It is collected at once, and its number may go to a stranger.
      if (step % 2 === 0) all.set(actor, { parent: 1, start: clock++, halted: false, over: false });
      else process.over = true;
    }
  };
  const stat = (one: number): Stat | null => {
    happen();
    const process = all.get(one);
    const state = process?.over ? 'Z' : process?.halted ? 'T' : 'R';
    return process
      ? parseStat(statLine(one, 'x', state, process.parent, process.start).replace(' 20 0 2 0 ', ' 20 0 1 0 '))
      : null;
  };
  const eyes: Eyes = {
    self,
    children(of) {
      happen();
      return [...all].filter(([, process]) => process.parent === of).map(([one]) => one);
    },
    stat,
    threadStates: () => [],
    halt(one, isIt) {
      const seen = stat(one);
      if (!seen) return 'gone';
      if (!isIt(seen)) return 'other';
      if (!isOurs(one)) hit.push(one);
      all.get(one)!.halted = true;
      return 'sent';
    },
  };
  const running = (): number[] =>
    [...all].filter(([one, process]) => isOurs(one) && !process.halted && !process.over).map(([one]) => one);
  return { eyes, running, hit };
}

describe('freezing', () => {
  it('comes to rest with everything halted and no stranger touched, whatever happens meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1000 }), { maxLength: 300 }), (steps) => {
        const { eyes, running, hit } = world(steps, 1000);
        const known = new Map<number, Found>();
        const ended = new Set<string>();
        for (let round = 0; round < 2000; round++) {
          const pass = freezePass(eyes, known, ended, () => false);
          if (pass.fresh === 0 && pass.moving === 0) break;
        }
        assert.deepEqual(running(), []);
        assert.deepEqual(hit, []);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the own cgroup folder', () => {
  const pure = '25 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n';
  const mixed =
    '30 25 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n31 25 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n';
  it('is found where version 2 is mounted', () => {
    assert.equal(ownFolder(pure, '0::/user.slice/app.scope\n'), '/sys/fs/cgroup/user.slice/app.scope');
    assert.equal(ownFolder(mixed, '8:pids:/x\n0::/\n'), '/sys/fs/cgroup/unified');
    assert.equal(
      ownFolder('25 1 0:22 /docker/a /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n', '0::/docker/a/b\n'),
      '/sys/fs/cgroup/b',
    );
    assert.equal(ownFolder('25 1 0:22 / /mnt/a\\040b rw - cgroup2 cgroup2 rw\n', '0::/c\n'), '/mnt/a b/c');
  });
  it('is none without version 2, or outside of what is mounted', () => {
    assert.equal(ownFolder('31 25 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n', '1:cpu:/\n'), null);
    assert.equal(ownFolder('25 1 0:22 /docker/a /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n', '0::/docker/b\n'), null);
  });
});

describe('listening sockets', () => {
  it('are read from the table, others are not', () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1 0 100 0 0 10 0
   1: 0100007F:1F91 0100007F:0050 01 00000000:00000000 00:00000000 00000000     0        0 4243 1 0 100 0 0 10 0\n`;
    assert.deepEqual([...parseListeners(table)], [['4242', 8080]]);
    assert.deepEqual([...parseListeners('')], []);
  });
});

describe('work handed to somebody else', () => {
  const cases: readonly [string, string[]][] = [
    ['docker run -d nginx', ['docker']],
    ['sudo -u ana docker --host x compose up -d', ['docker']],
    ['docker ps', []],
    ['docker images && docker logs x', []],
    ['cat jobs | crontab -', ['cron']],
    ['crontab -l', []],
    ['echo rm -rf x | at now + 1 minute', ['at']],
    ['systemd-run --user sleep 9; systemctl --user restart app', ['systemd', 'systemd']],
    ['systemctl status app', []],
    ['ssh host "rm -rf /tmp/x"', ['ssh']],
    ['ssh -V', []],
    ['tmux new-session -d "npm run dev"', ['other']],
    ['tmux ls', []],
    ['screen -dmS work npm start', ['other']],
    ['launchctl load x.plist', ['other']],
    ['schtasks /Create /TN x /TR y', ['other']],
    ['FOO=1 nohup env -u A BAR=2 timeout -k 1 5 docker run x &', ['docker']],
    ['echo "docker run x"', []],
    ["grep -r 'ssh host' .", []],
    ['if true; then docker start db; fi', ['docker']],
    ['bash -lc "cd x && docker compose up -d"', ['docker']],
    ['(docker run a) || `ssh b`', ['docker', 'ssh']],
  ];
  for (const [script, expected] of cases) {
    it(script, () =>
      assert.deepEqual(
        handedOver(['sh', '-c', script]).map((one) => one.to),
        expected,
      ),
    );
  }
  it('is also seen in the processes that were met', () => {
    assert.deepEqual(handedOver(['./deploy.sh'], ['sh ./deploy.sh', 'ssh prod uptime']), [
      { to: 'ssh', command: 'ssh prod uptime' },
    ]);
  });
  it('never breaks on any text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => Array.isArray(handedOver(['sh', '-c', text])) && Array.isArray(splitScript(text)),
      ),
    );
  });
});
