import type { Chip } from '@bureau/contracts';
import { noFile, writes } from '../programs/apply.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value } from '../programs/spec.ts';
import {
  add,
  carries,
  isKnown,
  literal,
  looks,
  nameless,
  type Run,
  target,
  touches,
  type Value,
} from '../windows/run.ts';

const listedInput = (run: Run): readonly Value[] =>
  run.input
    ? [{ text: '\u{e020}', unknown: [run.input.words], ...(run.input.list && { listed: true as const }) }]
    : [nameless];

/** Copies or moves: the last operand is the goal, unless `-t` names it. */
function carrier(id: 'files.copy' | 'files.move' | 'files.link', chips: readonly Chip[]) {
  return (call: Call, run: Run): undefined => {
    const goal = value(call, '-t');
    const from = goal ? call.operands : call.operands.slice(0, -1);
    const to =
      goal ?? (call.operands.length > 1 ? call.operands.at(-1) : id === 'files.link' ? literal('.') : nameless);
    if (call.operands.length === 1 && !goal && id === 'files.link') return carries(run, id, chips, call.operands, to);
    carries(run, id, chips, from.length > 0 ? from : listedInput(run), to);
  };
}

const gitFolder = /(?:^|\/)\.git\/?$/;

function removes(call: Call, run: Run): undefined {
  const paths = call.operands.length > 0 ? call.operands : has(call, '--help', '--version') ? [] : [nameless];
  if (paths.length === 0) return;
  const everything = has(call, '-r', '-d');
  const chips: Chip[] = paths.some((one) => gitFolder.test(one.text)) ? ['deletes', 'git-history'] : ['deletes'];
  touches(run, everything ? 'files.delete-all' : 'files.delete', chips, paths);
}

export const files: readonly Spec[] = [
  {
    names: 'rm grm',
    options:
      '-r,-R,--recursive -f,--force -i -I --interactive? -d,--dir -v,--verbose --one-file-system --no-preserve-root --preserve-root? -P -W -x --help --version',
    read: removes,
  },
  { names: 'rmdir', options: '-p,--parents -v,--verbose --ignore-fail-on-non-empty', read: removes },
  { names: 'unlink', read: removes },
  { names: 'trash trash-put rmtrash', options: '-v -f -r -F', read: removes },
  {
    names: 'shred srm wipe',
    options:
      '-u,--remove? -f,--force -n,--iterations= -s,--size= -v,--verbose -x -z,--zero --random-source=read -r -q -c -i',
    read: (call, run) => {
      devices(call.operands, run);
      touches(run, 'files.shred', ['changes', 'deletes'], call.operands.length > 0 ? call.operands : [nameless]);
    },
  },
  {
    names: 'mkdir gmkdir',
    options: '-p,--parents -m,--mode= -v,--verbose -Z?',
    read: (call, run) =>
      touches(run, 'files.create-folder', ['creates'], call.operands.length > 0 ? call.operands : [nameless]),
  },
  { names: 'mkfifo mknod', options: '-m,--mode=', operands: 'make text*' },
  {
    names: 'touch',
    options: '-a -c,--no-create -d,--date= -m -r,--reference=read -t= -h --time= -f',
    read: (call, run) =>
      touches(run, 'files.create', ['creates'], call.operands.length > 0 ? call.operands : [nameless]),
  },
  {
    names: 'mktemp',
    options: '-d,--directory -p,--tmpdir? -t? -u,--dry-run -q --suffix=',
    operands: 'text*',
    read: (call, run) => {
      const folder = call.options.has('-p') ? (value(call, '-p')?.text ?? '/tmp') : '/tmp';
      const given = call.operands[0]?.text;
      const base = given?.includes('/') ? given.replace(/[^/]*$/, '') : `${folder}/`;
      run.output = { value: { text: `${base}\u{e020}`, unknown: ['mktemp'], listed: true }, words: 'mktemp' };
      if (!has(call, '-u'))
        touches(
          run,
          'files.create',
          ['creates'],
          [literal(given?.includes('/') ? given : `${base}${given ?? 'tmp.…'}`)],
        );
    },
  },
  {
    names: 'cp gcp copy',
    options:
      '-a,--archive -r,-R,--recursive -f,--force -i,--interactive -n,--no-clobber -u,--update? -v,--verbose -p --preserve? --no-preserve= -l,--link -s,--symbolic-link -L -H -P -d -T,--no-target-directory -t,--target-directory= -b,--backup? -S,--suffix= --reflink? --sparse= -x,--one-file-system --parents -c -X --attributes-only --remove-destination --strip-trailing-slashes --debug -Z?',
    read: carrier('files.copy', ['changes']),
  },
  {
    names: 'ditto',
    options: '-c -k -x -V -X -v --keepParent --sequesterRsrc --rsrc --norsrc',
    read: carrier('files.copy', ['changes']),
  },
  {
    names: 'mv gmv',
    options:
      '-f,--force -i,--interactive -n,--no-clobber -u,--update? -v,--verbose -T,--no-target-directory -t,--target-directory= -b,--backup? -S,--suffix= --strip-trailing-slashes -Z -h --exchange',
    read: carrier('files.move', ['moves']),
  },
  {
    names: 'rename prename file-rename',
    options: '-v -n -f -s= -o -i -d -e= -a -l',
    read: (call, run) => {
      const files = call.operands.slice(/\//.test(call.operands[0]?.text ?? '') ? 1 : 2);
      touches(run, 'files.rename-many', ['moves'], files.length > 0 ? files : listedInput(run));
      const code = call.operands[0]?.text ?? '';
      if (/^s(.)[\s\S]*\1[a-z]*e/.test(code) || /system|`|qx|unlink|exec/.test(code))
        add(run, 'run.language', { name: 'Perl' }, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
    },
  },
  {
    names: 'ln gln link symlink',
    options:
      '-s,--symbolic -f,--force -n,--no-dereference -i -v,--verbose -r,--relative -T,--no-target-directory -t,--target-directory= -b,--backup? -S= -L -P -h -w -F',
    read: (call, run) => {
      const chips: Chip[] = has(call, '-f') ? ['creates', 'changes'] : ['creates'];
      const [from, to] = call.operands;
      // What a link points at is written as seen from the link; it is named, not used.
      if (from && to && call.operands.length === 2 && has(call, '-s') && !from.text.startsWith('/') && isKnown(from)) {
        const at = target(run, to);
        const folder = at.path?.path.replace(/[^/]*$/, '') ?? '';
        return carries(
          run,
          'files.link',
          chips,
          [literal(from.text.startsWith('~') ? from.text : `${folder}${from.text}`)],
          to,
        );
      }
      carrier('files.link', chips)(call, run);
    },
  },
  {
    names: 'install ginstall',
    options: '-d,--directory -m,--mode= -o,--owner= -g,--group= -D -t,--target-directory= -v -b -s -p -c -C -T -S=',
    read: (call, run) => {
      if (has(call, '-d')) return touches(run, 'files.create-folder', ['creates'], call.operands);
      carrier('files.copy', ['changes'])(call, run);
      if (has(call, '-m', '-o', '-g')) touches(run, 'files.permissions', ['permissions'], call.operands.slice(-1));
    },
  },
  {
    names: 'chmod gchmod',
    options: '-R,--recursive -v -c -f --reference=read -h -L -H -P --preserve-root --no-preserve-root -E -N -C',
    read: (call, run) => rights(call, run, 'files.permissions'),
  },
  {
    names: 'chown chgrp',
    options:
      '-R,--recursive -v -c -f --reference=read -h --from= -L -H -P --preserve-root --no-preserve-root --no-dereference --dereference -n -x',
    read: (call, run) => rights(call, run, 'files.owner'),
  },
  {
    names: 'setfacl',
    options: '-m,--modify= -x,--remove= -b -k -R -d -n --set= -M=read -X=read --restore=read -L -P --test --mask',
    read: (call, run) =>
      touches(run, 'files.permissions', ['permissions'], call.operands.length > 0 ? call.operands : [nameless]),
  },
  { names: 'getfacl lsattr xattr-read', harmless: true, says: 'files.rights', operands: 'read*.' },
  {
    names: 'chattr chflags',
    options: '-R -V -f -v= -p= -h -H -L -P -i -a',
    read: (call, run) =>
      touches(
        run,
        'files.marks',
        ['permissions', 'changes'],
        call.operands.filter((one) => !/^[+=-]\w+$/.test(one.text)).slice(call.name === 'chflags' ? 1 : 0),
      ),
  },
  {
    names: 'xattr',
    options: '-d= -c -w -l -r -p= -v -s -x -z',
    read: (call, run) => {
      const paths = call.operands.slice(has(call, '-w') ? 2 : 0);
      if (has(call, '-d', '-c', '-w')) touches(run, 'files.marks', ['changes'], paths);
      else looks(run, 'files.rights', paths);
    },
  },
  {
    names: 'tee',
    options: '-a,--append -i -p --output-error?',
    read: (call, run) => {
      run.output = run.input;
      const text = run.input?.value && isKnown(run.input.value) ? { text: run.input.value.text } : {};
      const to = call.operands.filter((one) => !noFile.test(one.text) && !one.stream);
      if (to.length > 0) touches(run, has(call, '-a') ? 'files.append' : 'files.overwrite', ['changes'], to, text);
      devices(to, run);
    },
  },
  {
    names: 'sponge',
    options: '-a',
    read: (call, run) => {
      for (const one of call.operands) writes(one, run, 'files.overwrite');
    },
  },
  {
    names: 'truncate fallocate',
    options: '-s,--size= -c,--no-create -r,--reference=read -o= -l= -n -p -d -z -x -v',
    read: (call, run) =>
      touches(run, 'files.empty', ['changes'], call.operands.length > 0 ? call.operands : [nameless]),
  },
  {
    names: 'dd gdd',
    read: (call, run) => {
      for (const one of call.operands) {
        const match = /^(if|of)=(.*)$/s.exec(one.text);
        if (!match || noFile.test(match[2]!)) continue;
        const file = { ...one, text: match[2]! };
        if (match[1] === 'if') {
          if (!/^\/dev\/(?:zero|u?random|full)$/.test(file.text)) looks(run, 'files.read', [file]);
        } else if (target(run, file).places[0]?.id === 'disk' && file.text.startsWith('/dev/')) devices([file], run);
        else touches(run, 'files.overwrite', ['changes'], [file]);
      }
    },
    operands: 'text*',
  },
  {
    names: 'split csplit',
    options:
      '-b,--bytes= -l,--lines= -n,--number= -C= -d? -x? -a,--suffix-length= -e -u -t= --filter=shell --additional-suffix= --numeric-suffixes? --hex-suffixes? --verbose -f,--prefix= -k -s -z -p= -q',
    read: (call, run) => {
      const [from, to] = call.operands;
      if (from && from.text !== '-') looks(run, 'files.read', [from]);
      const prefix = call.name === 'csplit' ? (value(call, '-f') ?? literal('xx')) : (to ?? literal('x'));
      touches(run, 'files.create', ['creates', 'changes'], [{ ...prefix, text: `${prefix.text}*` }]);
    },
  },
  {
    names: 'sort gsort',
    filters: true,
    options:
      '-o,--output=write -k,--key= -t,--field-separator= -S,--buffer-size= -T,--temporary-directory=read --compress-program=script --files0-from=read --parallel= --batch-size= --random-source=read -b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z --sort= --debug --numeric-sort --reverse --unique --human-numeric-sort --version-sort --ignore-case --general-numeric-sort --stable --zero-terminated --check? --merge --dictionary-order --month-sort --random-sort --ignore-leading-blanks --ignore-nonprinting --version --help',
  },
  {
    names: 'uniq guniq',
    filters: true,
    options:
      '-c -d -D? -i -u -z -f= -s= -w= --count --repeated --unique --all-repeated? --group? --ignore-case --skip-fields= --skip-chars= --check-chars= --zero-terminated',
    operands: 'read write',
  },
  {
    names: 'patch gpatch',
    options:
      '-p,--strip= -i,--input=read -R,--reverse -N,--forward -E -b,--backup -d,--directory=cwd -o,--output=write -r,--reject-file=write --dry-run -f,--force -t -s -u -c -e -n -l -V= -z= -B= -Y= -F,--fuzz= --verbose --posix --no-backup-if-mismatch --merge? --quiet -D= -Z -T --binary',
    read: (call, run) => {
      if (has(call, '--dry-run'))
        return looks(run, 'files.compare', call.operands.length > 0 ? call.operands : [literal('.')]);
      const [file, diff] = call.operands;
      if (diff) looks(run, 'files.read', [diff]);
      touches(run, 'files.patch', ['changes'], [file ?? literal('.')]);
    },
  },
  {
    names: 'dos2unix unix2dos iconv-write',
    options: '-n -k -f -q -o -c= -b -u -s -i',
    operands: 'write*',
    says: 'files.change',
  },
  { names: 'sync fsync', operands: 'text*', harmless: true },
  {
    names: 'pbcopy xclip xsel wl-copy clip.exe',
    harmless: true,
    options: '-selection= -sel= -i -o -d= -b -p -s -t= -c',
    read: (call, run) => {
      if (has(call, '-o')) return add(run, 'clipboard.read', {}, ['reads']);
      if (call.operands.length > 0) looks(run, 'files.read', call.operands);
      add(run, 'text.clipboard', {}, []);
    },
  },
  { names: 'pbpaste wl-paste', harmless: true, says: 'clipboard.read', operands: 'text*', chips: ['reads'] },
];

function rights(call: Call, run: Run, id: 'files.permissions' | 'files.owner'): undefined {
  const rest = has(call, '--reference') ? call.operands : call.operands.slice(1);
  // `chmod -x file`: the mode looks like an option.
  const mode = call.unknown.length > 0 ? call.unknown : [];
  const paths = mode.length > 0 && call.operands.length === 1 ? call.operands : rest;
  const text = mode.length > 0 ? mode.join(' ') : namesOf(call.operands.slice(0, 1));
  (call.unknown as string[]).length = 0;
  touches(run, id, ['permissions'], paths.length > 0 ? paths : listedInput(run), {
    notes: [{ id: 'note.rights', params: { text } }],
  });
}

/** Raw disks: everything on them goes. */
export function devices(paths: readonly Value[], run: Run): undefined {
  for (const one of paths) {
    const at = target(run, one);
    if (at.places[0]?.id === 'disk' && one.text.startsWith('/dev/'))
      add(run, 'disk.overwrite', { name: at.name }, ['deletes', 'changes'], { places: at.places });
  }
}
