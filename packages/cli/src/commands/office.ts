import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Desk, DeskLine } from '@bureau/contracts';
import { agentHomes, openCollector } from '@bureau/host/office';
import type { Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';

export const run: Run = async (args) => {
  const options = parse(args);
  if (typeof options === 'string') {
    process.stderr.write(`bureau office: ${options}\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(helpOf('office'));
    return 0;
  }
  const usual = agentHomes(process.env);
  const given = options['claude-dir'].length + options['codex-dir'].length > 0;
  const collector = openCollector({
    claudeDirs: given ? options['claude-dir'] : usual.claudeDirs,
    codexDirs: given ? options['codex-dir'] : usual.codexDirs,
    language: language(process.env['BUREAU_LANG']),
    watch: options.watch,
  });
  const ended = untilEnded();
  collector.subscribe(options.json ? printJson : printText);
  await Promise.race([collector.ready, ended]);
  if (options.watch) await ended;
  collector.close();
  for (const [path, why] of collector.unread())
    process.stderr.write(`bureau office: could not read ${path} (${why}); the rest is complete.\n`);
  return 0;
};

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        'claude-dir': { type: 'string', multiple: true, default: [] },
        'codex-dir': { type: 'string', multiple: true, default: [] },
      },
    });
    return {
      ...values,
      'claude-dir': values['claude-dir'].map((dir) => resolve(dir)),
      'codex-dir': values['codex-dir'].map((dir) => resolve(dir)),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const language = (given: string | undefined) => (given === 'ko' || given === 'zh-TW' ? given : 'en');

/** SIGTERM, SIGINT, or nobody reads any more. */
function untilEnded(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => done());
    process.stdout.on('error', () => done());
  });
}

function printJson(lines: readonly DeskLine[]): void {
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function printText(lines: readonly DeskLine[]): void {
  for (const line of lines) process.stdout.write('removed' in line ? `${line.desk} left\n` : `${asText(line)}\n`);
}

const asText = (desk: Desk) =>
  [
    desk.parent ? '  ↳' : desk.agent.padEnd(6),
    desk.state.padEnd(8),
    desk.doing || desk.title || '',
    desk.folder ? `(${desk.folder})` : '',
  ]
    .filter(Boolean)
    .join(' ');
