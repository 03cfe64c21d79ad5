import { shown } from '../messages/index.ts';
import { argumentsOf, has, optionValue } from './arguments.ts';
import type { WindowsProgram } from './programs.ts';
import { add, looks, type Run, touches, type Value } from './run.ts';
import { state, unknownVerb } from './settings.ts';

/** Names a disk; one that is not the home's is a place of its own. */
export function onDisk(
  run: Run,
  name: string,
): { readonly places: readonly [{ id: 'disk' | 'system'; path: string }] } {
  const own = name[0]?.toLowerCase() === run.where.home[0]?.toLowerCase() && /^[a-z]:?\\?$/i.test(name);
  return { places: [{ id: own ? 'system' : 'disk', path: shown(name) }] };
}

const drive = (args: readonly Value[]): string =>
  shown(args.find((one) => /^[a-z]:/i.test(one.text))?.text ?? args[0]?.text ?? '?');

/** Programs that work on whole disks. */
export const diskPrograms: Readonly<Record<string, WindowsProgram>> = {
  format: (args, run) => add(run, 'disk.format', { name: drive(args) }, ['deletes'], onDisk(run, drive(args))),
  diskpart(args, run) {
    const found = argumentsOf(args, ['s', 't']);
    const script = optionValue(found, 's');
    const name = shown(script?.text ?? 'diskpart');
    if (script) looks(run, 'files.read', [script]);
    add(run, 'disk.commands', { name }, ['deletes', 'runs-code'], {
      places: [{ id: 'disk' }],
      maybe: [{ id: 'maybe.program', params: { name } }],
    });
  },
  vssadmin(args, run) {
    if (/^delete|^resize/i.test(args[0]?.text ?? ''))
      add(run, 'disk.snapshots', {}, ['deletes'], { places: [{ id: 'system' }] });
    else state(run, 'vssadmin');
  },
  wbadmin(args, run) {
    const verb = args[0]?.text.toLowerCase();
    if (verb === 'delete') add(run, 'disk.snapshots', {}, ['deletes'], { places: [{ id: 'system' }] });
    else if (verb === 'get') state(run, 'wbadmin');
    else unknownVerb(run, 'wbadmin', args[0]);
  },
  chkdsk(args, run) {
    const fixes = has(argumentsOf(args), 'f', 'r', 'x', 'b', 'spotfix', 'offlinescanandfix');
    add(
      run,
      'disk.check',
      { name: drive(args) },
      fixes ? ['changes'] : ['reads'],
      args.length > 0 ? onDisk(run, drive(args)) : {},
    );
  },
  defrag: (args, run) => add(run, 'disk.check', { name: drive(args) }, ['changes'], onDisk(run, drive(args))),
  fsutil(args, run) {
    const words = args.map((one) => one.text.toLowerCase());
    if (
      words.some((word) =>
        /^(?:query\w*|list\w*|fsinfo|drives|statistics|volumeinfo|ntfsinfo|diskfree|find\w*|enum\w*)$/.test(word),
      )
    )
      state(run, 'fsutil');
    else if (words[1] === 'createnew' && args[2]) touches(run, 'files.create', ['creates'], [args[2]]);
    else
      add(
        run,
        'settings.change',
        { name: shown(`fsutil ${words.join(' ')}`) },
        words.some((word) => /delete|setzerodata/.test(word)) ? ['deletes', 'settings'] : ['settings'],
        { places: [{ id: 'system' }] },
      );
  },
  mountvol(args, run) {
    if (args.length < 2) return state(run, 'mountvol');
    add(run, 'disk.change', { name: drive(args) }, ['settings'], onDisk(run, drive(args)));
  },
  label: (args, run) => add(run, 'disk.change', { name: drive(args) }, ['settings'], onDisk(run, drive(args))),
  subst: (args, run) =>
    args.length === 0 ? state(run, 'subst') : add(run, 'disk.change', { name: drive(args) }, ['settings']),
  'manage-bde'(args, run) {
    if (/^[-/]?status/i.test(args[0]?.text ?? '')) state(run, 'manage-bde');
    else add(run, 'disk.change', { name: drive(args) }, ['settings', 'permissions'], onDisk(run, drive(args)));
  },
};
