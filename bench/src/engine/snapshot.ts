import { deflateRawSync } from 'node:zlib';
import { type Row, round } from '../row.ts';
import { onEngine } from './on-engine.ts';

const nouns =
  'invoice report server button colour header picture letter garden kitchen holiday budget customer archive'.split(' ');
const verbs = 'rename move check read build format compare publish measure describe translate collect'.split(' ');

/** 10 past turns of 5 commands each, 879 KB of output kept of each turn: what a window is sent to show the task. */
export const snapshotBytes = (): Promise<Row> =>
  onEngine(async ({ engine, task, session }) => {
    let seed = 7;
    const pick = (list: readonly string[]) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return list[seed % list.length]!;
    };
    const words = (length: number) => {
      let text = '';
      while (text.length < length) text += `${pick(verbs)} the ${pick(nouns)} of the ${pick(nouns)}, `;
      return text.slice(0, length);
    };
    for (let turn = 0; turn < 10; turn++) {
      if (turn > 0) await engine.command(task, { type: 'say', text: words(400) });
      session.emit({ type: 'turn-started', origin: 'user' });
      for (let i = 0; i < 5; i++) {
        const stepId = `toolu_${turn}_${i}_${Math.floor(seed)}`;
        const command = `${pick(['npm run', 'node', 'cat', 'git add', 'ls'])} ${pick(nouns)}-${pick(verbs)}`;
        session.emit(
          {
            type: 'step-started',
            stepId,
            kind: 'command',
            action: { kind: 'command', shell: 'bash', command, cwd: '/' },
          },
          { type: 'step-ended', stepId, state: 'completed', exitCode: 0, output: i === 0 ? 'x'.repeat(879_000) : 'ok' },
        );
      }
      session.emit(
        { type: 'text', messageId: `answer-${turn}`, text: words(900), final: true },
        { type: 'turn-ended', state: 'completed', origin: 'user' },
      );
    }
    const bytes = deflateRawSync(JSON.stringify(engine.snapshot(task))).length;
    return {
      what: 'snapshot of 10 turns × 5 commands, compressed',
      value: round(bytes / 1024),
      unit: 'KiB',
      limit: '≤ 2.7 KB',
      met: bytes <= 2_700,
    };
  });
