import { runsHelper } from '../programs/apply.ts';
import { type Call, has, type Spec, value, values } from '../programs/spec.ts';
import { add, carries, literal, looks, nameless, type Run, touches, type Value } from '../windows/run.ts';

const tarOptions =
  '-c,--create -x,--extract,--get -t,--list -r,--append -u,--update -A,--catenate,--concatenate -d,--diff,--compare --delete -f,--file= -C,--directory= -z,--gzip,--gunzip -j,--bzip2 -J,--xz -Z --zstd --lzma -a,--auto-compress -v,--verbose -p,--preserve-permissions -k,--keep-old-files -O,--to-stdout --strip-components= --strip= --exclude= --exclude-from=read -X=read --exclude-vcs --exclude-vcs-ignores -T,--files-from=read -I,--use-compress-program=script --to-command=shell --checkpoint? --checkpoint-action= --info-script,-F=shell --new-volume-script=shell --rsh-command=shell --rmt-command=shell -w --overwrite --overwrite-dir -U,--unlink-first --recursive-unlink --remove-files --no-same-owner --same-owner --no-same-permissions -h,--dereference -m,--touch -s,--transform,--xform= --owner= --group= --mode= --mtime= -g= --wildcards --no-wildcards --anchored --numeric-owner -P,--absolute-names -l --one-file-system -S -W --totals --null --no-recursion --warning= --format= -b= -H= -L= -o -n -N= --newer= -q --no-xattrs --no-mac-metadata --disable-copyfile --sort= --ignore-failed-read --skip-old-files --keep-newer-files --occurrence? --no-overwrite-dir --show-transformed-names -i -B -R -M --version --help --utc --full-time --exclude-caches --backup? --suffix= --options= --keep-directory-symlink';

export const archives: readonly Spec[] = [
  { names: 'tar gtar bsdtar', options: tarOptions, read: tar },
  {
    names: 'zip',
    options:
      '-r,--recurse-paths -q,--quiet -9 -8 -7 -6 -5 -4 -3 -2 -1 -0 -j,--junk-paths -m,--move -u,--update -f,--freshen -d,--delete -x,--exclude= -i,--include= -e,--encrypt -P,--password= -T,--test -TT,--unzip-command=shell -y,--symlinks -v,--verbose -g -X -D -o -l -z -n= -t= -tt= -b= -s= -@ -F -FF -O,--out=write -sf -ll -A -J -S -h --help',
    read: (call, run) => {
      const [archive, ...sources] = call.operands;
      if (!archive) return;
      if (has(call, '-sf')) return looks(run, 'files.read', [archive]);
      if (has(call, '-d')) return touches(run, 'files.change', ['changes', 'deletes'], [archive]);
      carries(
        run,
        'files.pack',
        has(call, '-m') ? ['changes', 'deletes'] : ['changes'],
        sources.length > 0 ? sources : [literal('.')],
        archive,
      );
    },
  },
  {
    names: 'unzip',
    options: '-l -t -o -n -q -qq -d= -j -x= -p -c -v -u -a -aa -C -L -V -X -K -Z -z -f -P= -O= -I= -M -T -W -:',
    read: (call, run) => unpacks(call, run, has(call, '-l', '-t', '-p', '-c', '-v', '-Z', '-z'), value(call, '-d')),
  },
  {
    names: '7z 7za 7zz 7zr p7zip rar unrar unar ar cpio',
    harmless: true,
    options: '-o= -y -t= -p= -r -i,--extract -d= -D= -F= -H= -v -m -u -f -O= -force-overwrite',
    read: (call, run) => {
      const [verb, archive, ...rest] = call.operands;
      const glued = call.args.find((one) => /^-o./.test(one.text));
      const to = glued ? { ...glued, text: glued.text.slice(2) } : (value(call, '-D', '-d') ?? literal('.'));
      if (call.name === 'cpio') {
        if (has(call, '-i'))
          return carries(
            run,
            'files.unpack',
            ['creates', 'changes'],
            [value(call, '-F') ?? nameless],
            value(call, '-D') ?? literal('.'),
          );
        return touches(run, 'files.write', ['changes'], [value(call, '-O', '-F') ?? literal('.')]);
      }
      if (call.name === 'unar')
        return carries(run, 'files.unpack', ['creates'], verb ? [verb] : [nameless], value(call, '-o') ?? literal('.'));
      if (!verb || !archive) return;
      if (/^[lt]/.test(verb.text) && call.name !== 'ar') return looks(run, 'files.read', [archive]);
      if (/^[xe]$/.test(verb.text)) return carries(run, 'files.unpack', ['creates', 'changes'], [archive], to);
      if (/^d$/.test(verb.text)) return touches(run, 'files.change', ['changes', 'deletes'], [archive]);
      carries(run, 'files.pack', ['changes'], rest, archive);
    },
  },
  {
    names: 'gzip bzip2 xz zstd lz4 brotli compress pigz lzma pixz pbzip2',
    filters: true,
    options:
      '-d,--decompress,--uncompress -c,--stdout,--to-stdout -k,--keep -f,--force -l,--list -t,--test -r,--recursive -v,--verbose -q,--quiet -n,--no-name -N,--name -1 -2 -3 -4 -5 -6 -7 -8 -9 -0 -e -z -S,--suffix= -T,--threads= -p= -o=write -M= --fast --best --rm -19 -22 --ultra --long? --rsyncable -b= -w= -19 -h --help -V --version',
    read: (call, run) => packs(call, run),
  },
  {
    names: 'gunzip bunzip2 unxz unzstd uncompress unlzma unlz4',
    filters: true,
    options: '-c,--stdout -k,--keep -f,--force -l,--list -t,--test -r -v -q -n -N -S= -o=write -T=',
    read: (call, run) => packs(call, run),
  },
];

function unpacks(call: Call, run: Run, looksOnly: boolean, to: Value | undefined): undefined {
  const [archive] = call.operands;
  if (!archive) return;
  if (looksOnly) return looks(run, 'files.read', [archive]);
  carries(run, 'files.unpack', ['creates'], [archive], to ?? literal('.'));
}

function packs(call: Call, run: Run): undefined {
  const files = call.operands.filter((one) => one.text !== '-');
  if (files.length === 0) {
    if (run.input) run.output = { words: call.name, data: true };
    return;
  }
  if (has(call, '-c', '-l', '-t')) {
    run.output = { words: call.name, data: true };
    return looks(run, 'files.read', files);
  }
  const unpacking = has(call, '-d') || /^un|^gun|^bun/.test(call.name);
  touches(
    run,
    unpacking ? 'files.unpack-here' : 'files.compress',
    has(call, '-k') ? ['changes', 'creates'] : ['changes'],
    files,
  );
}

function tar(call: Call, run: Run): undefined {
  // The first word may be a bundle without a dash: `tar xzf a.tgz`.
  const first = call.args[0];
  if (first && /^[A-Za-z]+$/.test(first.text) && /[cxtrud]/.test(first.text)) {
    const takers = [...first.text].filter((letter) => /[fCTXbgHI]/.test(letter));
    const rest = call.args.slice(1);
    const words: Value[] = [];
    for (const letter of first.text)
      words.push(literal(`-${letter}`), ...(takers.includes(letter) && rest.length > 0 ? [rest.shift()!] : []));
    run.call?.([literal(call.name), ...words, ...rest], run);
    return;
  }
  for (const action of values(call, '--checkpoint-action')) {
    const command = /^exec=(.*)$/s.exec(action.text);
    if (command) runsHelper({ ...action, text: command[1]! }, run);
  }
  const archive = value(call, '-f');
  const goals = values(call, '-C');
  if (has(call, '--delete'))
    return touches(run, 'files.change', ['changes', 'deletes'], archive ? [archive] : [nameless]);
  if (has(call, '-c', '-r', '-u', '-A')) {
    const base = goals[0];
    const sources = call.operands.map((one) =>
      base && !/^[/~]/.test(one.text) ? { ...one, text: `${base.text.replace(/\/$/, '')}/${one.text}` } : one,
    );
    const chips = has(call, '--remove-files') ? (['changes', 'deletes'] as const) : (['changes'] as const);
    if (archive && !/^(?:-|\/dev\/(?:null|stdout))$/.test(archive.text)) {
      if (/^[\w.@-]+:/.test(archive.text) && !archive.text.startsWith('./'))
        return add(run, 'net.copy', { from: sources.map((one) => one.text), to: archive.text }, ['sends'], {
          places: [{ id: 'network', path: archive.text }],
        });
      return carries(run, 'files.pack', chips, sources, archive);
    }
    run.output = { words: 'tar', data: true };
    return looks(run, 'files.read', sources);
  }
  if (has(call, '-t', '-d', '-O')) {
    run.output = { words: 'tar', list: true };
    return archive && archive.text !== '-' ? looks(run, 'files.read', [archive]) : undefined;
  }
  if (has(call, '-x')) {
    const from =
      archive && archive.text !== '-'
        ? [archive]
        : [{ text: '\u{e020}', unknown: [run.input?.words ?? '-'], listed: true as const }];
    if (goals.length === 0 || goals.length === 1)
      carries(run, 'files.unpack', ['creates'], from, goals[0] ?? literal('.'));
    else for (const goal of goals) carries(run, 'files.unpack', ['creates'], from, goal);
    if (has(call, '-P')) add(run, 'files.anywhere', {}, ['changes'], { maybe: [{ id: 'maybe.anywhere' }] });
  }
}
