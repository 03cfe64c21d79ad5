export interface GuardOptions {
  readonly command: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly idleMs: number | undefined;
  readonly lineBytes: number | undefined;
  readonly graceMs: number;
  readonly leave: boolean;
  readonly withParent: boolean;
  readonly stdin: boolean;
  readonly json: boolean;
  readonly receipt: string | undefined;
}

type Parsed = { ok: true; options: GuardOptions } | { ok: false; message: string } | 'help';

const withValue = ['--timeout', '--idle-timeout', '--max-line', '--grace', '--receipt'] as const;
const plain = ['--leave', '--with-parent', '--stdin', '--json'] as const;

export function parseGuard(argv: readonly string[]): Parsed {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  let at = 0;
  for (; at < argv.length; at++) {
    const arg = argv[at]!;
    if (arg === '--') {
      at++;
      break;
    }
    if (arg === '--help' || arg === '-h') return 'help';
    if (!arg.startsWith('-')) break;
    const [name = '', ...inline] = arg.split('=');
    if (withValue.some((one) => one === name)) {
      const value = inline.length > 0 ? inline.join('=') : argv[++at];
      if (value === undefined || value === '') return wrong(`${name} wants a value.`);
      values.set(name, value);
    } else if (plain.some((one) => one === arg)) flags.add(arg);
    else return wrong(`there is no option ${arg}. \`bureau guard --help\` lists them.`);
  }
  const command = argv.slice(at);
  if (command.length === 0 || command[0] === '')
    return wrong('no command was given: bureau guard [OPTIONS] -- COMMAND');
  const numbers = { timeout: '--timeout', idle: '--idle-timeout', line: '--max-line', grace: '--grace' };
  for (const name of Object.values(numbers)) {
    const value = values.get(name);
    const whole = name === '--max-line' || name === '--grace';
    if (value === undefined) continue;
    if (!(whole ? /^\d{1,12}$/ : /^(\d{1,9})?\.?\d+$/).test(value)) {
      return wrong(`${name} wants a ${whole ? 'whole number' : 'number of seconds'}, not «${value}».`);
    }
    if (Number(value) === 0 && name !== '--grace') return wrong(`${name} wants more than 0.`);
  }
  const number = (name: string, factor = 1): number | undefined => {
    const value = values.get(name);
    return value === undefined ? undefined : Number(value) * factor;
  };
  return {
    ok: true,
    options: {
      command,
      timeoutMs: number('--timeout', 1000),
      idleMs: number('--idle-timeout', 1000),
      lineBytes: number('--max-line'),
      graceMs: number('--grace') ?? 500,
      leave: flags.has('--leave'),
      withParent: flags.has('--with-parent'),
      stdin: flags.has('--stdin'),
      json: flags.has('--json'),
      receipt: values.get('--receipt'),
    },
  };
}

function wrong(message: string): Parsed {
  return { ok: false, message };
}
