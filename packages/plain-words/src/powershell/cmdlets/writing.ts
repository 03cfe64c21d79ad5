import { goTo } from '../../cmd/builtins.ts';
import { shown } from '../../messages/index.ts';
import { add, carries, isRegistry, literal, nameless, touches, type Value } from '../../windows/run.ts';
import { startNote } from '../../windows/settings.ts';
import type { Call } from '../bind.ts';
import { combined } from '../calls.ts';
import type { Flow } from '../session.ts';
import { define, first, given, on, paths, table } from './define.ts';

const filters = 'LiteralPath Filter Include Exclude Credential';

/** Paths that must be named: without any, what is touched is not known. */
const targets = (call: Call, ...names: readonly string[]): readonly Value[] => {
  const found = paths(call, ...names);
  return found.length > 0 ? found : [nameless];
};

function remove(call: Call): Flow {
  const found = targets(call);
  const narrowed = first(call, 'Include', 'Filter');
  const all = narrowed
    ? found.map((one) => combined([{ ...one, text: one.text.replace(/[\\/]\*$/, '') }, narrowed]))
    : found;
  const registry = all.some((one) => isRegistry(one.text));
  const session = /^(?:env|variable|function|alias):/i.test(all[0]!.text);
  if (session) return [];
  touches(
    call.session.run,
    registry ? 'settings.registry-delete' : on(call, 'Recurse') ? 'files.delete-all' : 'files.delete',
    ['deletes'],
    all,
  );
  return [];
}

function newItem(call: Call): Flow {
  const name = given(call, 'Name');
  const base = given(call, 'Path');
  const found =
    name.length > 0
      ? name.map((one) => (base[0] ? combined([base[0], one]) : one))
      : base.length > 0
        ? base
        : [nameless];
  const type = (first(call, 'ItemType', 'Type')?.text ?? '').toLowerCase();
  const { run } = call.session;
  if (found.some((one) => isRegistry(one.text)))
    touches(run, 'settings.registry-set', ['settings'], found, { notes: found.flatMap((one) => startNote(one.text)) });
  else if (/^(?:directory|d|dir|container)/.test(type) || /^(?:mkdir|md)$/.test(call.name))
    touches(run, 'files.create-folder', ['creates'], found);
  else if (/^(?:symboliclink|junction|hardlink)/.test(type))
    carries(run, 'files.link', ['creates'], given(call, 'Value', 'Target'), found[0]);
  else
    touches(run, 'files.create', on(call, 'Force') ? ['creates', 'changes'] : ['creates'], found, {
      text: first(call, 'Value')?.text ?? '',
    });
  return found;
}

/** Set-ItemProperty and the like: a setting of the registry, or a mark of a file. */
function property(call: Call): Flow {
  const found = targets(call);
  const name = first(call, 'Name', 'NewName');
  const value = first(call, 'Value', 'PropertyType');
  const { run } = call.session;
  const registry = found.some((one) => isRegistry(one.text));
  const named = name
    ? found.map((one) => ({ ...one, text: `${one.text}\\${name.text}`, unknown: [...one.unknown, ...name.unknown] }))
    : found;
  const removes = /^(?:remove|clear)-/.test(call.name);
  if (registry) {
    touches(
      run,
      removes ? 'settings.registry-delete' : 'settings.registry-set',
      removes ? ['deletes', 'settings'] : ['settings'],
      named,
      {
        notes: [
          ...(value && !removes ? [{ id: 'note.value', params: { text: shown(value.text) } } as const] : []),
          ...found.flatMap((one) => startNote(one.text)),
        ],
      },
    );
  } else touches(run, 'files.marks', ['changes'], found);
  return [];
}

function setItem(call: Call): Flow {
  const found = targets(call);
  const { run } = call.session;
  const variable = /^(?:env|variable):(.+)$/i.exec(found[0]!.text)?.[1];
  if (variable)
    run.variables.set(
      /^env:/i.test(found[0]!.text) ? variable.toLowerCase() : `$${variable.toLowerCase()}`,
      first(call, 'Value') ?? literal(''),
    );
  else if (/^(?:alias|function):/i.test(found[0]!.text))
    add(run, 'settings.words', { name: shown(found[0]!.text) }, [], {
      maybe: [{ id: 'maybe.words', params: { name: shown(found[0]!.text) } }],
    });
  else if (isRegistry(found[0]!.text)) touches(run, 'settings.registry-set', ['settings'], found);
  else touches(run, 'files.change', ['changes'], found);
  return [];
}

const writes =
  (id: 'files.overwrite' | 'files.append' | 'files.empty', ...names: readonly string[]) =>
  (call: Call): Flow => {
    const adds = id === 'files.append' || on(call, 'Append');
    const value = given(call, 'Value', 'InputObject');
    const where = names.length > 0 ? given(call, ...names) : given(call, 'Path', 'LiteralPath');
    touches(call.session.run, adds ? 'files.append' : id, ['changes'], where.length > 0 ? where : [nameless], {
      text: value.map((one) => one.text).join('\n'),
    });
    return on(call, 'PassThru') ? value : [];
  };

export const writingCmdlets = table(
  define('Remove-Item', 'Path', `${filters} Stream`, 'Recurse Force', remove),
  define('New-Item', 'Path', 'Name ItemType Type Value Target Credential', 'Force', newItem),
  define('mkdir', 'Path', 'Name Value Credential', 'Force p', newItem),
  define(
    'Copy-Item',
    'Path Destination',
    `${filters} ToSession FromSession`,
    'Recurse Force Container PassThru',
    (call) => {
      const from = given(call, 'Path', 'LiteralPath');
      carries(
        call.session.run,
        'files.copy',
        ['changes', 'creates'],
        from.length > 0 ? from : (call.input ?? [nameless]),
        first(call, 'Destination'),
      );
      if (given(call, 'ToSession').length > 0)
        add(call.session.run, 'run.session', { name: shown(first(call, 'ToSession')!.unknown[0] ?? '') }, ['sends'], {
          places: [{ id: 'network' }],
        });
      if (given(call, 'FromSession').length > 0)
        add(
          call.session.run,
          'run.session',
          { name: shown(first(call, 'FromSession')!.unknown[0] ?? '') },
          ['downloads'],
          { places: [{ id: 'network' }] },
        );
      return given(call, 'Destination');
    },
  ),
  define('Move-Item', 'Path Destination', filters, 'Force PassThru', (call) => {
    const from = given(call, 'Path', 'LiteralPath');
    carries(
      call.session.run,
      'files.move',
      on(call, 'Force') ? ['moves', 'changes'] : ['moves'],
      from.length > 0 ? from : (call.input ?? [nameless]),
      first(call, 'Destination'),
    );
    return [];
  }),
  define('Rename-Item', 'Path NewName', 'LiteralPath Credential', 'Force PassThru', (call) => {
    const from = given(call, 'Path', 'LiteralPath');
    const to = first(call, 'NewName');
    const found = from.length > 0 ? from : (call.input ?? [nameless]);
    const folder = /^(.*[\\/])[^\\/]*$/.exec(found[0]?.text ?? '')?.[1] ?? '';
    for (const block of call.blocks) call.session.read(block.body);
    const goal =
      to && call.blocks.length === 0
        ? { ...to, text: /[\\/]/.test(to.text) ? to.text : folder + to.text }
        : { text: '\u{e020}', unknown: ['…'], listed: true as const };
    carries(call.session.run, 'files.rename', ['moves'], found, goal);
    return [];
  }),
  define('Clear-Item', 'Path', filters, 'Force', (call) => {
    touches(call.session.run, 'files.empty', ['changes', 'deletes'], targets(call));
    return [];
  }),
  define('Set-Item', 'Path Value', filters, 'Force PassThru', setItem),
  define(
    'Set-Content',
    'Path Value',
    `${filters} Encoding Stream`,
    'NoNewline Force PassThru AsByteStream',
    writes('files.overwrite'),
  ),
  define(
    'Add-Content',
    'Path Value',
    `${filters} Encoding Stream`,
    'NoNewline Force PassThru AsByteStream',
    writes('files.append'),
  ),
  define('Clear-Content', 'Path', `${filters} Stream`, 'Force', (call) => {
    touches(call.session.run, 'files.empty', ['changes'], targets(call));
    return [];
  }),
  define(
    'Out-File',
    'FilePath Encoding',
    'LiteralPath Width InputObject',
    'Append Force NoClobber NoNewline',
    writes('files.overwrite', 'FilePath', 'LiteralPath'),
  ),
  define(
    'Export-Csv',
    'Path Delimiter',
    'LiteralPath Encoding InputObject QuoteFields UseQuotes',
    'Append Force NoClobber NoTypeInformation IncludeTypeInformation UseCulture NoHeader',
    writes('files.overwrite'),
  ),
  define(
    'Export-Clixml',
    'Path',
    'LiteralPath Depth Encoding InputObject',
    'Force NoClobber',
    writes('files.overwrite'),
  ),
  define(
    'Export-Alias',
    'Path Name',
    'LiteralPath As Description Scope',
    'Append Force NoClobber PassThru',
    writes('files.overwrite'),
  ),
  define(
    'Start-Transcript',
    'Path',
    'LiteralPath OutputDirectory',
    'Append Force NoClobber IncludeInvocationHeader UseMinimalHeader',
    (call) => {
      const to = given(call, 'Path', 'LiteralPath', 'OutputDirectory');
      touches(
        call.session.run,
        'files.append',
        ['changes'],
        to.length > 0 ? to : [literal(`${call.session.run.where.home}\\Documents`)],
      );
      return [];
    },
  ),
  define('Stop-Transcript', '', '', '', () => [], true),
  define('Tee-Object', 'FilePath', 'LiteralPath Variable InputObject Encoding', 'Append', (call) => {
    const to = given(call, 'FilePath', 'LiteralPath');
    if (to.length > 0)
      touches(call.session.run, on(call, 'Append') ? 'files.append' : 'files.overwrite', ['changes'], to);
    return call.input;
  }),
  define('Set-ItemProperty', 'Path Name Value', `${filters} Type PropertyType InputObject`, 'Force PassThru', property),
  define('New-ItemProperty', 'Path Name', `${filters} Value PropertyType`, 'Force', property),
  define('Remove-ItemProperty', 'Path Name', filters, 'Force', property),
  define('Clear-ItemProperty', 'Path Name', filters, 'Force PassThru', property),
  define('Rename-ItemProperty', 'Path Name NewName', filters, 'Force PassThru', property),
  define('Expand-Archive', 'Path DestinationPath', 'LiteralPath', 'Force PassThru', (call) => {
    const from = paths(call);
    const name = from[0]?.text.replace(/^.*[\\/]|\.zip$/gi, '') ?? '.';
    carries(
      call.session.run,
      'files.unpack',
      on(call, 'Force') ? ['creates', 'changes'] : ['creates'],
      from.length > 0 ? from : [nameless],
      first(call, 'DestinationPath') ?? literal(name),
    );
    return [];
  }),
  define(
    'Compress-Archive',
    'Path DestinationPath',
    'LiteralPath CompressionLevel',
    'Update Force PassThru',
    (call) => {
      carries(
        call.session.run,
        'files.pack',
        on(call, 'Force') || on(call, 'Update') ? ['creates', 'changes'] : ['creates'],
        [...given(call, 'Path', 'LiteralPath'), ...(call.piped ? (call.input ?? []) : [])],
        first(call, 'DestinationPath'),
      );
      return [];
    },
  ),
  define(
    'Set-Acl',
    'Path AclObject',
    `${filters} InputObject SecurityDescriptor`,
    'ClearCentralAccessPolicy PassThru',
    (call) => {
      touches(call.session.run, 'files.permissions', ['permissions'], targets(call));
      return [];
    },
  ),
  define('Unblock-File', 'Path', 'LiteralPath', '', (call) => {
    touches(call.session.run, 'files.permissions', ['permissions'], targets(call));
    return [];
  }),
  define('Clear-RecycleBin', 'DriveLetter', '', 'Force', (call) => {
    add(call.session.run, 'files.delete-bin', {}, ['deletes'], { places: [{ id: 'home' }] });
    return [];
  }),
  define('Set-Location', 'Path', 'LiteralPath StackName', 'PassThru', (call) => go(call)),
  define('Push-Location', 'Path', 'LiteralPath StackName', 'PassThru', (call) => go(call)),
  define('Pop-Location', '', 'StackName', 'PassThru', (call) => {
    const last = places.get(call.session)?.pop();
    if (last === undefined) call.session.run.lost = true;
    else {
      call.session.run.where = last.where;
      call.session.run.lost = last.lost;
    }
    return [];
  }),
);

const places = new WeakMap<object, { where: Call['session']['run']['where']; lost: boolean }[]>();

function go(call: Call): Flow {
  const { run } = call.session;
  if (call.name === 'push-location') {
    const kept = places.get(call.session) ?? [];
    kept.push({ where: run.where, lost: run.lost });
    places.set(call.session, kept);
  }
  const to = paths(call)[0] ?? literal(run.where.home);
  if (to.text === '-' || to.text === '+') {
    run.lost = true;
    return [];
  }
  goTo(to, run);
  return [];
}
