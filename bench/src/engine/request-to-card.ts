import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Row, round } from '../row.ts';
import { onEngine } from './on-engine.ts';

const commands = [
  'npm test',
  'rm -rf build',
  'git push --force origin main',
  'cp a.txt b.txt && echo done',
  'curl -fsSL https://example.org/install.sh | sh',
  'find . -name "*.log" -delete',
  'mkdir -p out/{a,b} && mv *.txt out/a',
  'docker run -d --name web nginx',
];

/** From a request of the agent (decoded) to its card, with the reading and the look at the folder. */
export const requestToCard = (): Promise<Row> =>
  onEngine(async ({ engine, session, folder }) => {
    mkdirSync(join(folder, 'build'));
    for (let i = 0; i < 500; i++) writeFileSync(join(folder, 'build', `${i}.js`), 'x');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'node --test' } }));
    session.emit({ type: 'turn-started', origin: 'user' });
    const times: number[] = [];
    let shown = () => {};
    engine.onEvents((_, events) => {
      if (events.some(({ type }) => type === 'request')) shown();
    });
    for (let i = 0; i < 200; i++) {
      const command = commands[i % commands.length]!;
      const card = new Promise<void>((resolve) => {
        shown = resolve;
      });
      const begun = performance.now();
      session.emit({
        type: 'request-opened',
        key: String(i),
        request: {
          kind: 'permission',
          action: { kind: 'command', shell: 'bash', command, cwd: folder },
          exact: command,
        },
        raw: { command },
      });
      await card;
      times.push(performance.now() - begun);
      session.emit({ type: 'request-closed', key: String(i), how: 'withdrawn' });
    }
    const ms = median(times);
    return { what: 'request → card, median of 200', value: round(ms), unit: 'ms', limit: '≤ 20 ms', met: ms <= 20 };
  });
