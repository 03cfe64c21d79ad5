import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values } from '../programs/spec.ts';
import { add, literal, looks, type Run, touches } from '../windows/run.ts';

const here = (call: Call) => (call.operands.length > 0 ? call.operands : [literal('.')]);

/** Looks for a text in files, or in what it gets. */
function searches(patternOptions: readonly string[], recursive: (call: Call) => boolean) {
  return (call: Call, run: Run): undefined => {
    const given = values(call, ...patternOptions);
    const listing = has(call, '--files', '--type-list', '--version', '--help');
    const [first, ...rest] = call.operands;
    const patterns = given.length > 0 || listing ? given : first ? [first] : [];
    const paths = given.length > 0 || listing ? call.operands : rest;
    const pattern = namesOf(patterns);
    const searched = paths.filter((one) => one.text !== '-');
    if (has(call, '-l', '-L', '--files', '-c')) run.output = { list: true, words: call.name };
    else if (searched.length > 0 || !run.input) run.output = { words: call.name, data: true };
    else run.output = run.input;
    if (searched.length === 0 && (run.piped || run.input) && !recursive(call))
      return add(run, 'text.search', { pattern }, ['reads']);
    const where = searched.length > 0 ? searched : [literal('.')];
    if (patterns.length === 0) return looks(run, 'files.list', where);
    looks(run, 'files.search', where, { pattern });
  };
}

const grepOptions =
  '-e,--regexp= -f,--file=read -i,-y,--ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count --color? --colour? -L,--files-without-match -l,--files-with-matches -m,--max-count= -o,--only-matching -q,--quiet,--silent -s,--no-messages -b -H -h -n,--line-number -T -u -Z,--null -A,--after-context= -B,--before-context= -C,--context= -a,--text --binary-files= -D,--devices= -d,--directories= --exclude= --exclude-from=read --exclude-dir= -I --include= -r,-R,--recursive -E -F -G -P -z --label= --line-buffered --perl-regexp';

/** Programs that look at files and folders and can do nothing else. */
export const reading: readonly Spec[] = [
  { names: 'cat tac nl rev', harmless: true, read: (call, run) => shows(call, run) },
  {
    names: 'head tail',
    harmless: true,
    options: '-n,--lines= -c,--bytes= -f? -F -q -v -s,--sleep-interval= --pid=',
    read: (call, run) => shows(call, run),
  },
  {
    names: 'ls dir vdir exa eza lsd',
    harmless: true,
    lists: true,
    options:
      '-I,--ignore= -w,--width= -T,--tabsize= --hide= --color? --format= --sort= --time= --time-style= --level= -L?',
    read: (call, run) => looks(run, listed(call), here(call)),
  },
  {
    names:
      'wc cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum md5 strings hexdump hd od file stat readlink realpath xxd-read exiftool-read mediainfo ffprobe identify nm size ldd otool objdump readelf lipo-info cloc tokei scc wc-l',
    harmless: true,
    lists: true,
    options:
      '-c,--format= -t= -j= -A= -N= -w? --files0-from=read -a -b= -n= -e= --exclude-dir= --include-lang= -show_entries= -of= -v= -i= -print_format= -select_streams= -h -I -L',
    read: (call, run) => {
      const counted = call.operands.length > 0;
      if (counted) looks(run, 'files.read', call.operands);
    },
  },
  {
    names: 'basename dirname',
    harmless: true,
    options: '-s= -a',
    operands: 'text*',
    read: (call, run) => {
      run.output = { list: true, words: call.name };
    },
  },
  {
    names: 'du ncdu dust',
    harmless: true,
    lists: true,
    options: '-d,--max-depth= -B,--block-size= --exclude= -t,--threshold= --time? -X=read',
    says: 'files.sizes',
    operands: 'read*.',
  },
  {
    names: 'df lsblk blkid findmnt',
    harmless: true,
    lists: true,
    options: '-t= -x= -B= -o= --output?',
    read: (call, run) => {
      add(run, 'disk.look', {}, ['reads']);
      if (call.operands.length > 0) looks(run, 'files.list', call.operands);
    },
  },
  {
    names: 'grep egrep fgrep zgrep ggrep',
    harmless: true,
    options: grepOptions,
    read: searches(['-e', '-f'], (call) => has(call, '-r')),
  },
  {
    names: 'rg ripgrep',
    options:
      '-e,--regexp= -f,--file=read -g,--glob= --iglob= -t,--type= -T,--type-not= -A,--after-context= -B,--before-context= -C,--context= -m,--max-count= -d,--max-depth,--maxdepth= -j,--threads= -M,--max-columns= --max-filesize= -E,--encoding= -r,--replace= --sort= --sortr= --color= --colors= --engine= --ignore-file=read --path-separator= --context-separator= --field-match-separator= --type-add= --type-clear= --dfa-size-limit= --regex-size-limit= --pre-glob= --pre=script --hostname-bin=script --files -l,--files-with-matches -L,--follow --files-without-match -c,--count --count-matches -i,--ignore-case -S,--smart-case -s,--case-sensitive -n,--line-number -N,--no-line-number -o,--only-matching -w,--word-regexp -x,--line-regexp -F,--fixed-strings -U,--multiline --multiline-dotall -P,--pcre2 -v,--invert-match -u,--unrestricted -uu -uuu --hidden -. --no-ignore --no-ignore-vcs --no-ignore-parent --no-heading --heading -H,--with-filename -I,--no-filename -p,--pretty --json --stats -q,--quiet --trim --vimgrep --column -0,--null -a,--text -z,--search-zip --type-list --debug --no-messages --no-config --passthru --one-file-system --crlf --null-data --line-buffered --block-buffered -b,--byte-offset --version --help -h -V --no-pre --no-follow --no-unicode --binary --mmap --no-mmap --include-zero --glob-case-insensitive --sort-files --max-columns-preview',
    read: searches(['-e', '-f'], () => false),
  },
  {
    names: 'ag ack pt',
    harmless: true,
    options: '-G= --ignore= --ignore-dir= -A= -B= -C= -m= --type= -g= --pager=shell',
    read: searches([], () => false),
  },
  {
    names: 'diff cmp comm colordiff sdiff diff3 icdiff',
    harmless: true,
    filters: true,
    options:
      '-U,--unified= -C,--context= -x,--exclude= -X=read -I= -W,--width= -F= --label= -L= --color? -n= -i= -o,--output=write --to-file=read --from-file=read --output-delimiter= --palette=',
    says: 'files.compare',
  },
  {
    names: 'less more most pg view bat batcat zcat bzcat xzcat gzcat zless zmore',
    options:
      '-n -N -S -R -r -F -X -E -e -i -I -s -f -p= -P= -x= -j= -o=write -O=write --pager=shell -l= --language= --theme= --style= --color= --paging= --line-range= -r= -A --plain -pp -H= --diff --wrap= --tabs= -u -h --help -V --version -n= --use-color -M -m -g -G -q -Q -w -W -z= -b= -t= -T= -k=read -L -J -K -c -C -d -D= -B -a -U -V',
    read: (call, run) => {
      // `+!command` and `+v` start another program.
      for (const one of call.operands)
        if (/^\+.*!/.test(one.text)) run.inner('bash', one.text.replace(/^\+.*?!/, ''), run);
      const files = call.operands.filter((one) => !one.text.startsWith('+'));
      if (call.operands.some((one) => /^\+.*!/.test(one.text)))
        add(run, 'run.helper', { name: call.name, command: namesOf(call.operands) }, ['runs-code']);
      if (files.length > 0) looks(run, 'files.read', files);
      else if (run.input) run.output = run.input;
    },
  },
  {
    names: 'tree',
    options:
      '-L= -I= -P= -H= -T= --charset= --filelimit= --timefmt= --sort= -o=write --fromfile -a -d -l -f -x -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -i -A -S -n -C -X -J -R --noreport --dirsfirst --prune --si --du --gitignore --matchdirs --ignore-case --inodes --device --info --filesfirst --help --version --metafirst --nolinks',
    lists: true,
    read: (call, run) => looks(run, 'files.list', here(call)),
  },
  {
    names: 'fd fdfind',
    until: ['-x', '-X', '--exec', '--exec-batch'],
    lists: true,
    options:
      '-e,--extension= -t,--type= -d,--max-depth= --min-depth= --exact-depth= -E,--exclude= -g,--glob -H,--hidden -I,--no-ignore -u,--unrestricted -s,--case-sensitive -i,--ignore-case -F,--fixed-strings -a,--absolute-path -L,--follow -p,--full-path -0,--print0 --ignore-file=read -c,--color= -j,--threads= -S,--size= --changed-within= --changed-before= -o,--owner= -l,--list-details -1 --max-results= -q,--quiet --base-directory=cwd --search-path=read --path-separator= --format= --strip-cwd-prefix? --and= --batch-size= --no-ignore-vcs --show-errors --prune --one-file-system -h --help -V --version --regex --relative-path --no-hidden --no-require-git',
    read: (call, run) => finds(call, run),
  },
  {
    names: 'lsof',
    harmless: true,
    lists: true,
    options: '-i? -t -n -P -p= -u= -a -c= -d= -F? -s? -l -U -R -w -b -K -g? -O -r? -S? -X -L? -k= -m= -f? -N -o?',
    operands: 'text*',
    read: (call, run) => {
      const what = [...values(call, '-i'), ...values(call, '-p', '-c', '-u')];
      const name = shown(`lsof ${namesOf([...what, ...call.operands])}`.trim());
      run.output = { list: true, words: name };
      add(run, 'computer.look', { name }, ['reads']);
      const files = call.operands.filter((one) => /[./]/.test(one.text) && !/^[+-]|^:/.test(one.text));
      if (files.length > 0) looks(run, 'files.find-one', files);
    },
  },
  {
    names: 'locate mdfind plocate mlocate',
    harmless: true,
    lists: true,
    options: '-n= -l= -onlyin=read -name=name -d=',
    says: 'computer.find',
    operands: 'name*',
  },
  {
    names: 'jq yj gron xq fx dasel jless',
    harmless: true,
    filters: true,
    options:
      '--arg2= -f,--from-file=read --slurpfile2= --indent= --tab -r -e -n -c -s -S -M -C -a -j -R -L=read --seq --stream --args --jsonargs -f=read',
    read: (call, run) => jq(call, run),
  },
  {
    names:
      'column fold fmt expand unexpand paste join cut look tsort pr numfmt ts pv nkf iconv uconv csvlook csvcut csvstat csvgrep mlr xan',
    filters: true,
    options:
      '-c,--characters,--columns= -d,--delimiter,--delimiters= -f,--fields= -t? -s? -b= -w,--width= -n -o,--output=write --output-separator= -1= -2= -j= -a= -v= -e= -i= -l= -h --to= --from= --complement --only-delimited --output-delimiter= -z -N= -S -H= -r= -p= -x -u --icsv --ojson --json --csv --header --header2= --field= --format= --padding= --suffix= --grouping -R= -L -T= -W -k= -C -m= --table --zero-terminated --version --help --to-code= --from-code= --ocsv --ijson --opprint',
  },
  {
    names:
      'tr seq yes sleep date cal ncal expr bc dc factor printenv tty nproc arch uname whoami id groups who w users logname hostid uptime free vmstat iostat mpstat sar lscpu lsusb lspci lsmod getconf locale getent last lastlog sw_vers system_profiler-read xcode-select-read vm_stat sysctl-read top htop btop ps pstree fuser-read ss netstat ifconfig-read jps atop pidof pmap lsns nvidia-smi sensors acpi tput stty-read clear reset cowsay figlet lolcat',
    harmless: true,
    options:
      '-d,--date= -r= -u? -p= -o= -O= -U= -C= -i? -n= -f= -c= -P= -a -s= -t= -g= -G= -k= -l -e -x -w= -h -D= -b -A -S? --sort= --format= --pid= --ppid= -L -v -q -H',
    operands: 'text*',
    read: (call, run) => state(call, run),
  },
  {
    names: 'man info apropos whatis tldr cheat help2man',
    options: '-k -f -a -w -P,--pager=shell -s= -S= -M= -L= -H? -K -u -t -e=',
    says: 'help.read',
    operands: 'name*',
    chips: ['reads'],
  },
  {
    names: 'which whereis',
    harmless: true,
    lists: true,
    says: 'program.find',
    operands: 'name*',
    chips: ['reads'],
    options: '-m= -B= -M= -S=',
  },
  {
    names: 'hostname',
    options: '-f,--fqdn,--long -s,--short -i,--ip-address -I,--all-ip-addresses -d,--domain -A -y -F=read',
    lists: true,
    operands: 'text*',
    read: (call, run) =>
      call.operands.length > 0 || has(call, '-F')
        ? add(run, 'settings.change', { name: `hostname ${namesOf(call.operands)}` }, ['settings'], {
            places: [{ id: 'system' }],
          })
        : add(run, 'computer.look', { name: 'hostname' }, ['reads']),
  },
  {
    names: 'xxd',
    options:
      '-r,-revert -p,-ps,-plain -c,-cols= -l,-len= -s,-seek= -g,-groupsize= -b,-bits -i,-include -u -e -E -n= -o= -a -C -d -h -v -R=',
    read: (call, run) => {
      const [from, to] = call.operands;
      if (from && from.text !== '-') looks(run, 'files.read', [from]);
      if (to && to.text !== '-') touches(run, 'files.overwrite', ['changes'], [to]);
    },
  },
  {
    names: 'base64 base32 basenc',
    harmless: true,
    options: '-w,--wrap= -d,-D,--decode -i? -o=write -b=',
    read: (call, run) => {
      if (call.operands.length > 0)
        looks(
          run,
          'files.read',
          call.operands.filter((one) => one.text !== '-'),
        );
      const input = value(call, '-i');
      if (input) looks(run, 'files.read', [input]);
      run.output = { words: call.name, data: true };
    },
  },
];

function listed(call: Call): 'files.list' {
  return call.operands.length > 0 ? 'files.list' : 'files.list';
}

function shows(call: Call, run: Run): undefined {
  const files = call.operands.filter((one) => one.text !== '-' && !/^\+\d+$/.test(one.text));
  if (files.length > 0) {
    run.output = { words: shown(`${call.name} ${namesOf(files)}`, 60), data: true };
    looks(run, 'files.read', files);
  } else run.output = run.input;
}

/** Programs whose answer is the state of the computer. */
function state(call: Call, run: Run): undefined {
  const { name } = call;
  const ids = /^(?:pidof|seq|date|uname|whoami|id|nproc|arch|tty|printenv|expr|getconf|jps)$/.test(name);
  run.output = name === 'tr' ? run.input : ids ? { list: true, words: name } : { words: name };
  if (/^(?:tr|seq|yes|sleep|expr|bc|dc|factor|tput|clear|reset|cowsay|figlet|lolcat)$/.test(name)) return;
  if (name === 'date' && has(call, '-s')) {
    add(run, 'settings.change', { name: 'date' }, ['settings'], { places: [{ id: 'system' }] });
    return;
  }
  const about = namesOf(call.operands.filter((one) => !one.text.startsWith('+')));
  const port = values(call, '-i').map((one) => one.text);
  if (/^(?:ps|pidof|pstree|top|htop|btop|jps)$/.test(name))
    return add(
      run,
      'program.list',
      {},
      ['reads'],
      about ? { notes: [{ id: 'note.with', params: { names: [about] } }] } : {},
    );
  const what = [name, ...port, about].filter(Boolean).join(' ');
  add(run, 'computer.look', { name: shown(what) }, ['reads']);
  const file = name === 'lsof' ? call.operands : [];
  if (file.length > 0) looks(run, 'files.find-one', file);
}

function finds(call: Call, run: Run): undefined {
  // What follows -x or -X is a command for each, or for all, that is found.
  const at = call.args.findIndex((one) => /^(?:-x|-X|--exec|--exec-batch)$/.test(one.text));
  const before = call.operands.filter((_, i) => at < 0 || call.at[i]! < at);
  const [pattern, ...paths] = before;
  const where = paths.length > 0 ? paths : [literal('.')];
  const name = [pattern?.text, ...values(call, '-e').map((one) => `.${one.text}`)].filter(Boolean).join(' ');
  if (name) looks(run, 'files.find', where, { pattern: shown(name) });
  else looks(run, 'files.list', where);
  if (at < 0) return;
  const words = call.args.slice(at + 1).filter((one) => one.text !== ';');
  const found = { text: `${where[0]!.text}/*${name.startsWith('.') ? name : ''}`, unknown: [], listed: true } as const;
  run.call?.(
    words.some((one) => /\{[/.]*\}/.test(one.text))
      ? words.map((one) => (/^\{[/.]*\}$/.test(one.text) ? found : one))
      : [...words, found],
    run,
  );
}

function jq(call: Call, run: Run): undefined {
  // `--arg name value` takes two words, `--slurpfile name file` too.
  const skip = new Set<number>();
  call.args.forEach((one, i) => {
    if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(one.text)) {
      skip.add(i + 1);
      skip.add(i + 2);
      if (/file$/.test(one.text) && call.args[i + 2]) looks(run, 'files.read', [call.args[i + 2]!]);
    }
  });
  const operands = call.operands.filter((_, i) => !skip.has(call.at[i]!));
  const rest =
    has(call, '-f') || call.name === 'fx' || call.name === 'gron' || call.name === 'jless'
      ? operands
      : operands.slice(1);
  const files = has(call, '--args', '--jsonargs') ? [] : rest;
  if (files.length > 0) looks(run, 'files.read', files);
  run.output = { words: call.name, data: true };
}
