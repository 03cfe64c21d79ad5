import { shown } from '../messages/index.ts';
import { downloads, sends } from '../windows/hosts.ts';
import { add, carries, hole, isKnown, literal, looks, touches, type Value } from '../windows/run.ts';
import { listed, type Session, unknownValue } from './session.ts';
import type { Expression } from './tree.ts';
import { valuesOf } from './values.ts';

type Call = Expression & { kind: 'call' };

/** Methods that only make a value of a value. */
const plainMethods =
  /^(?:trim\w*|split|replace|substring|tostring|tolower\w*|toupper\w*|contains\w*|startswith|endswith|(?:last)?indexof|join|where|format|add\w*|subtract|gettype|equals|compareto|pad(?:left|right)|insert|remove(?:at)?|getenumerator|toarray|tochararray|normalize|new|parse|tryparse|isnullor\w+|ismatch|match|matches|escape|unescape|concat|compare|round|floor|ceiling|abs|min|max|pow|sqrt|getbytes|getstring|tobase64string|toint32|todatetime|newguid|now|getextension|getfilename\w*|getdirectoryname|changeextension|combine|ispathrooted|getfullpath|getrelativepath|exists|getfiles|getdirectories|getfilesystementries|enumerate\w+|readalltext|readalllines|readallbytes|readlines|getfolderpath|getenvironmentvariable\w*|gettemppath|write|writeline|reverse|sort|distinct|count|first|last|any|gethashcode|getvalue\w*|getproperty|item|clone|hasflag|fromunixtime\w*|tounixtime\w*|getcultureinfo|waitforexit|refresh|dispose|close|flush|getresponse|containskey|selectsinglenode|selectnodes|getattribute|getelementsbytagname|getmember\w*)$/i;

/** A call of .NET: what it does to files, programs and other computers; others can't be told. */
export function readCall(call: Call, session: Session): readonly Value[] {
  if (--session.steps <= 0) return [unknownValue(call.name)];
  const { run } = session;
  const type = call.of.kind === 'type' ? call.of.name.replace(/^System\./i, '').toLowerCase() : '';
  const of = call.of.kind === 'type' ? [] : valuesOf(call.of, session);
  const args = call.args.map((one) =>
    one.kind === 'block' ? literal('') : (valuesOf(one, session)[0] ?? literal('')),
  );
  for (const one of call.args) if (one.kind === 'block') session.read(one.body);
  const method = call.name.toLowerCase();
  const [first, second, third] = args;

  if (type === 'io.file' || type === 'io.directory') return fileCall(method, args, session);
  if (type === 'io.path' && method === 'combine') return [combined(args)];
  if (type === 'io.path' && (method === 'gettemppath' || method === 'gettempfilename'))
    return [literal(run.variables.get('temp')?.text ?? 'temp')];
  if (type === 'io.compression.zipfile' && first) {
    if (method === 'extracttodirectory') carries(run, 'files.unpack', ['creates', 'changes'], [first], second);
    else if (method === 'createfromdirectory') carries(run, 'files.pack', ['creates', 'changes'], [first], second);
    else looks(run, 'files.read', [first]);
    return [listed(call.name)];
  }
  if (type === 'environment') {
    if (method === 'setenvironmentvariable' && first) {
      if (third && !/^process$/i.test(third.text))
        add(
          run,
          /machine/i.test(third.text) ? 'settings.variable-machine' : 'settings.variable',
          { name: shown(first.text) },
          ['settings'],
          { places: /machine/i.test(third.text) ? [{ id: 'system' }] : [] },
        );
      else session.run.variables.set(first.text.toLowerCase(), second ?? literal(''));
      return [];
    }
    if (method === 'getfolderpath' && first) return [folderPath(first.text, session)];
    if (method === 'getenvironmentvariable' && first)
      return [run.variables.get(first.text.toLowerCase()) ?? unknownValue(first.text)];
    if (method === 'exit') return [];
  }
  if (
    /^(?:downloadstring|downloadfile|downloaddata|openread|getstringasync|getasync|getbytearrayasync)$/.test(method) &&
    first
  ) {
    downloads(run, first, /^downloadfile$/.test(method) ? second : undefined);
    return [unknownValue(shown(first.text, 60))];
  }
  if (/^(?:upload\w+|postasync|putasync|sendasync|openwrite)$/.test(method) && first) {
    sends(run, first, method === 'uploadfile' && args.length > 1 ? [args.at(-1)!] : []);
    return [listed(call.name)];
  }
  if (method === 'delete' && of.length > 0) {
    touches(run, 'files.delete', ['deletes'], of);
    return [];
  }
  if (/^(?:moveto|copyto)$/.test(method) && of.length > 0) {
    carries(
      run,
      method === 'moveto' ? 'files.move' : 'files.copy',
      method === 'moveto' ? ['moves'] : ['changes', 'creates'],
      of,
      first,
    );
    return [];
  }
  if (method === 'kill' || method === 'closemainwindow' || method === 'stop') {
    add(run, 'program.stop', { name: of[0] ? shown(of[0].unknown[0] ?? of[0].text) : '?' }, ['stops-programs']);
    return [];
  }
  if (
    type === 'convert' ||
    (type.endsWith('encoding') && method === 'getstring') ||
    (method === 'getstring' && !of.some((one) => isKnown(one)))
  )
    return [unknownValue(`${call.name}(…)`)];
  if (plainMethods.test(method)) {
    const known =
      of.length > 0 ? of.every((one) => isKnown(one) || one.listed) : args.every((one) => isKnown(one) || one.listed);
    return [
      known
        ? { text: hole, unknown: [`${call.name}(…)`], listed: true }
        : unknownValue(of[0]?.unknown[0] ?? args.find((one) => !isKnown(one))?.unknown[0] ?? call.name),
    ];
  }
  const name = shown(call.of.kind === 'type' ? `[${call.of.name}]::${call.name}` : call.name);
  add(run, 'run.language', { name: `.NET (${name})` }, ['runs-code'], {
    maybe: [{ id: 'maybe.program', params: { name } }],
  });
  return [unknownValue(name)];
}

function fileCall(method: string, args: readonly Value[], session: Session): readonly Value[] {
  const { run } = session;
  const [first, second] = args;
  if (!first) return [];
  if (
    /^(?:write\w*|set(?:lastwritetime|creationtime|lastaccesstime)\w*|setattributes|append\w*|open(?:write)?|encrypt|decrypt|create(?:text)?)$/.test(
      method,
    )
  )
    touches(
      run,
      method.startsWith('append') ? 'files.append' : 'files.write',
      method.startsWith('set') ? ['changes'] : ['changes', 'creates'],
      [first],
    );
  else if (method === 'delete')
    touches(run, /true/i.test(second?.written ?? '') ? 'files.delete-all' : 'files.delete', ['deletes'], [first]);
  else if (method === 'move') carries(run, 'files.move', ['moves', 'changes'], [first], second);
  else if (method === 'copy' || method === 'replace')
    carries(run, 'files.copy', ['changes', 'creates'], [first], second);
  else if (method === 'createdirectory') touches(run, 'files.create-folder', ['creates'], [first]);
  else if (method === 'setaccesscontrol') touches(run, 'files.permissions', ['permissions'], [first]);
  else if (method === 'setcurrentdirectory') run.lost = true;
  else looks(run, /^(?:get|enumerate|exists)/.test(method) ? 'files.list' : 'files.read', [first]);
  return [listed(`${method} ${first.text}`)];
}

/** Paths put together; an absolute one in the middle starts anew. */
export function combined(parts: readonly Value[]): Value {
  let text = '';
  for (const part of parts)
    text = text === '' || /^[a-z]:|^[\\/]/i.test(part.text) ? part.text : `${text.replace(/[\\/]$/, '')}\\${part.text}`;
  return { text, unknown: parts.flatMap((one) => one.unknown) };
}

function folderPath(name: string, { run }: Session): Value {
  const at: Readonly<Record<string, string>> = {
    desktop: 'Desktop',
    desktopdirectory: 'Desktop',
    mydocuments: 'Documents',
    personal: 'Documents',
    mypictures: 'Pictures',
    mymusic: 'Music',
    myvideos: 'Videos',
    userprofile: '',
    applicationdata: 'AppData\\Roaming',
    localapplicationdata: 'AppData\\Local',
    startup: 'AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup',
  };
  const found = at[name.toLowerCase()];
  return found === undefined ? unknownValue(name) : combined([literal(run.where.home), literal(found)]);
}
