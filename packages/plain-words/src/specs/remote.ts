import type { Chip, Place } from '@bureau/contracts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, values, wordsFrom } from '../programs/spec.ts';
import { add, carries, isKnown, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { isLocal, unknownSaid } from './network.ts';
import { readShellText } from './wrappers.ts';

/** `user@host:path` and `ssh://user@host:22/path`. */
export function hostOf(text: string): { readonly host: string; readonly path: string | undefined } {
  const plain = text.replace(/^[a-z+]+:\/\//i, '');
  const match = /^(?:[^@/]*@)?(\[[^\]]+\]|[^:/]+)(?::(.*))?$/s.exec(plain);
  return { host: match?.[1] ?? plain, path: match?.[2] };
}

export function ssh(call: Call, run: Run): undefined {
  if (has(call, '-V', '-G', '-Q')) return add(run, 'computer.look', { name: 'ssh' }, ['reads']);
  const [first] = call.operands;
  if (!first) return;
  for (const one of values(call, '-o')) {
    const command = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[=\s]+(.*)$/is.exec(one.text)?.[1];
    if (command && command !== 'none') {
      add(run, 'run.helper', { name: 'ssh', command: shown(command) }, ['runs-code']);
      run.inner('bash', command, run);
    }
  }
  const host = isKnown(first) ? hostOf(first.text).host : plainName(first);
  const local = isLocal(host);
  const place: Place = { id: 'network', path: shown(host) };
  const unknown = isKnown(first) ? [] : first.unknown.map(unknownSaid);
  const words = wordsFrom(call, 1);
  const from = run.findings.length;
  const forward = [...values(call, '-L', '-R', '-D'), ...values(call, '-J')];
  if (words.length === 0 && !run.input) {
    add(
      run,
      'run.session',
      { name: shown(host) },
      local ? [] : ['sends', ...(has(call, '-f', '-N') ? (['background'] as const) : [])],
      {
        places: local ? [] : [place],
        maybe: [...unknown, ...(has(call, '-N') ? [] : [{ id: 'maybe.elsewhere' } as const])],
        notes: forward.length > 0 ? [{ id: 'note.with', params: { names: forward.map(plainName) } }] : [],
      },
    );
    return;
  }
  const outer = { where: run.where, lost: run.lost, depth: run.depth };
  run.where = { cwd: '/~', folder: '/~', home: '/~' };
  if (words.length > 0) {
    const { input, piped } = run;
    readShellText({ text: words.map((one) => one.text).join(' '), unknown: words.flatMap((one) => one.unknown) }, run);
    run.input = input;
    if (piped !== undefined) run.piped = piped;
  } else if (run.input?.value && isKnown(run.input.value)) readShellText(run.input.value, run);
  else add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  run.where = outer.where;
  run.lost = outer.lost;
  for (let i = from; i < run.findings.length; i++) {
    const one = run.findings[i]!;
    run.findings[i] = {
      ...one,
      places: [place],
      notes: [...(one.notes ?? []), { id: 'note.elsewhere', params: { host: shown(host) } }],
    };
  }
  const command = namesOf(words);
  add(run, 'run.elsewhere', { name: shown(host) }, ['sends'], {
    places: [place],
    maybe: unknown,
    notes: command ? [{ id: 'note.with', params: { names: [command] } }] : [],
  });
}

const remoteIn = (one: Value): string | undefined => {
  if (/^rsync:\/\//.test(one.text)) return hostOf(one.text.replace(/\/.*$/, '')).host;
  if (/^[./~]|^[a-z]:[\\/]/i.test(one.text)) return undefined;
  const scheme = /^(?:s3|gs|az|scp|ssh|sftp|ftp):\/\/([^/]+)/.exec(one.text);
  if (scheme) return hostOf(scheme[1]!).host;
  return /^[^/:]+:/.test(one.text) ? hostOf(one.text).host : undefined;
};

/** From or to another computer, or between two folders. */
export function copies(call: Call, run: Run, more: readonly Chip[]): undefined {
  copyBetween(call.operands, run, more, remoteIn);
}

export function copyBetween(
  operands: readonly Value[],
  run: Run,
  more: readonly Chip[],
  remote: (one: Value) => string | undefined,
): undefined {
  const from = operands.slice(0, -1);
  const to = operands.at(-1);
  if (!to) return;
  if (from.length === 0) return looks(run, 'files.list', [to]);
  const goalHost = remote(to);
  const sourceHosts = from.flatMap((one) => remote(one) ?? []);
  if (goalHost === undefined && sourceHosts.length === 0) {
    carries(run, more.includes('moves') ? 'files.move' : 'files.copy', ['changes', ...more], from, to);
    if (more.includes('deletes')) touches(run, 'files.delete-others', ['deletes'], [to]);
    return;
  }
  const local = from.filter((one) => remote(one) === undefined).map((one) => target(run, one));
  const goal = goalHost === undefined ? target(run, to) : undefined;
  const maybe = goalHost === undefined ? [] : to.unknown.filter(() => !to.listed).map(unknownSaid);
  add(
    run,
    'net.copy',
    {
      from: from.map((one) => (remote(one) === undefined ? target(run, one).name : plainName(one))),
      to: goal?.name ?? plainName(to),
    },
    [...(goalHost !== undefined ? (['sends'] as const) : (['downloads', 'changes'] as const)), ...more],
    {
      places: [
        ...[goalHost, ...sourceHosts]
          .filter((one) => one !== undefined)
          .map((one): Place => ({ id: 'network', path: shown(one) })),
        ...local.flatMap((one) => one.places),
        ...(goal?.places ?? []),
      ],
      maybe: [...maybe, ...(goal?.maybe ?? [])],
    },
  );
  if (goal && isKnown(to)) touches(run, 'files.write', ['changes'], [to]);
  if (more.includes('deletes') && goal) touches(run, 'files.delete-others', ['deletes'], [to]);
}

export function connects(call: Call, run: Run): undefined {
  const name = namesOf(call.operands);
  if (call.name === 'socat') {
    const runs = call.operands.filter((one) => /^(?:exec|system):/i.test(one.text));
    for (const one of runs) run.inner('bash', one.text.replace(/^\w+:/, '').replace(/,.*$/, ''), run);
    add(
      run,
      'web.connect',
      { host: name },
      ['sends', 'downloads', ...(runs.length > 0 ? (['runs-code'] as const) : [])],
      { places: [{ id: 'network', path: name }], maybe: [{ id: 'maybe.elsewhere' }] },
    );
    return;
  }
  const [host] = call.operands;
  if (has(call, '-l'))
    return add(
      run,
      'net.listen',
      { name: [name, ...values(call, '-p').map(plainName)].filter(Boolean).join(' ') },
      ['downloads'],
      { places: [], maybe: has(call, '-e', '-c') ? [{ id: 'maybe.elsewhere' }] : [] },
    );
  if (!host) return;
  const local = isLocal(host.text);
  if (has(call, '-z'))
    return add(run, 'web.reach', { host: name }, local ? ['reads'] : ['downloads'], {
      places: local ? [] : [{ id: 'network', path: plainName(host) }],
    });
  add(run, 'web.connect', { host: name }, local ? [] : ['sends', 'downloads'], {
    places: local ? [] : [{ id: 'network', path: plainName(host) }],
  });
}
