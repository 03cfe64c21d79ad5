import { shown } from '../messages/index.ts';
import { argumentsOf, has, optionValue } from './arguments.ts';
import type { WindowsProgram } from './programs.ts';
import { add, touches, type Value } from './run.ts';
import { state } from './settings.ts';

const words = (args: readonly Value[]): string => shown(args.map((one) => one.text).join(' '));

/** Programs that only tell the state of the computer. Some can write a file or reset what they show. */
const tellers =
  'systeminfo hostname whoami ver vol driverquery getmac quser query qwinsta openfiles netstat nbtstat pathping chcp mode doskey gpresult typeperf quickassist date time dxdiag verifier';

/** Programs about running programs, the network's state, and the computer itself. */
export const statePrograms: Readonly<Record<string, WindowsProgram>> = {
  ...Object.fromEntries(
    tellers.split(' ').map((name): [string, WindowsProgram] => [name, (_args, run) => state(run, name)]),
  ),
  tasklist: (_args, run) => add(run, 'program.list', {}, ['reads']),
  taskkill(args, run) {
    const found = argumentsOf(args, ['im', 'pid', 'fi', 's', 'u', 'p']);
    const names = args.flatMap((one, i) =>
      /^[/-](?:im|pid|fi)$/i.test(one.text) && args[i + 1] ? [args[i + 1]!.text] : [],
    );
    const glued = [optionValue(found, 'im'), optionValue(found, 'pid')].flatMap((one) => (one ? [one.text] : []));
    const unknown = args.flatMap((one) => one.unknown);
    add(
      run,
      'program.stop',
      { name: shown([...new Set([...names, ...glued])].join(', ') || '?') },
      ['stops-programs'],
      {
        maybe: unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
      },
    );
  },
  tskill: (args, run) => add(run, 'program.stop', { name: words(args) }, ['stops-programs']),
  shutdown(args, run) {
    const found = argumentsOf(args);
    if (has(found, 'a')) return state(run, 'shutdown /a');
    add(run, has(found, 'r', 'g') ? 'computer.restart' : 'computer.shutdown', {}, ['stops-programs']);
  },
  logoff: (_args, run) => add(run, 'computer.shutdown', {}, ['stops-programs']),
  ipconfig(args, run) {
    if (args.some((one) => /^[/-](?:release|renew|flushdns|registerdns|setclassid)/i.test(one.text)))
      add(run, 'settings.network', { name: `ipconfig ${words(args)}` }, ['settings']);
    else state(run, 'ipconfig');
  },
  route(args, run) {
    if (/^(?:add|delete|change)$/i.test(args[0]?.text ?? ''))
      add(run, 'settings.network', { name: `route ${words(args)}` }, ['settings']);
    else state(run, 'route');
  },
  arp: (args, run) =>
    args.some((one) => /^[-/][sd]$/i.test(one.text))
      ? add(run, 'settings.network', { name: `arp ${words(args)}` }, ['settings'])
      : state(run, 'arp'),
  ping: (args, run) => asks(args, run),
  tracert: (args, run) => asks(args, run),
  nslookup: (args, run) => asks(args, run),
  wevtutil(args, run) {
    const verb = args[0]?.text.toLowerCase() ?? '';
    if (/^(?:cl|clear-log)$/.test(verb))
      add(run, 'log.clear', { name: shown(args[1]?.text ?? '?') }, ['deletes'], { places: [{ id: 'system' }] });
    else if (/^(?:epl|export-log|al|archive-log)$/.test(verb) && args[2])
      touches(run, 'files.write', ['changes', 'creates'], [args[2]]);
    else if (/^(?:sl|im|um|set-log)$/.test(verb))
      add(run, 'settings.change', { name: `wevtutil ${words(args)}` }, ['settings'], { places: [{ id: 'system' }] });
    else state(run, 'wevtutil');
  },
  sfc(args, run) {
    if (args.some((one) => /^[/-](?:scannow|scanfile|offbootdir)/i.test(one.text)))
      add(run, 'settings.change', { name: `sfc ${words(args)}` }, ['changes'], { places: [{ id: 'system' }] });
    else state(run, 'sfc');
  },
  dism(args, run) {
    const line = words(args);
    if (/\/(?:get-|check|scan)/i.test(line)) return state(run, 'dism');
    const removes = /\/(?:remove|disable|unmount|cleanup)/i.test(line);
    add(
      run,
      'settings.change',
      { name: `dism ${line}` },
      removes ? ['deletes', 'settings'] : ['installs', 'settings'],
      { places: [{ id: 'system' }] },
    );
  },
  timeout: () => undefined,
  choice: () => undefined,
  pause: () => undefined,
};

function asks(args: readonly Value[], run: Parameters<WindowsProgram>[1]): undefined {
  const host = args.findLast((one) => !/^[/-]/.test(one.text) && /[a-z.:]/i.test(one.text))?.text ?? '?';
  const local = /^(?:localhost|127\.|::1)/i.test(host);
  add(run, 'web.reach', { host: shown(host) }, ['reads'], {
    places: local ? [] : [{ id: 'network', path: shown(host) }],
  });
}
