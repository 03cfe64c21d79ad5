import { environment } from '../bash/environment.ts';
import type { Finding } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf, readCode, readScriptFile, runsInput } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, wordsFrom } from '../programs/spec.ts';
import { add, isKnown, literal, looks, plainName, type Run, touches, type Value } from '../windows/run.ts';
import { find } from './find.ts';
import { parallel, xargs } from './xargs.ts';

/** Programs that run another command: it is read like one of its own. */
export const wrappers: readonly Spec[] = [
  {
    names: 'sudo doas pkexec run0',
    stops: true,
    options:
      '-u,--user= -g,--group= -h,--host= -p,--prompt= -C,--close-from= -r,--role= -t,--type= -T,--command-timeout= -U,--other-user= -D,--chdir=cwd -R,--chroot= -A -b,--background -E,--preserve-env? -e,--edit -H -i,--login -K -k -l,--list -n,--non-interactive -P -S -s,--shell -V -v --bell --disable-internal-agent -a= -L',
    read: sudo,
  },
  {
    names: 'su runuser',
    options: '-c,--command= -s,--shell= -l,--login -m,-p,--preserve-environment -g= -G= -w= -P -u,--user= -f -',
    read: (call, run) => {
      const command = value(call, '-c');
      const from = run.findings.length;
      if (command) readShellText(command, run);
      else if (call.operands.length > 1 && has(call, '-u')) run.call?.(call.operands, run);
      else
        add(run, 'run.admin', { name: namesOf(call.operands) || 'su' }, ['runs-code'], {
          maybe: run.input ? [{ id: 'maybe.code' }] : [],
        });
      asAdmin(run, from, call.operands[0]);
    },
  },
  {
    names: 'env genv',
    stops: true,
    options:
      '-i,--ignore-environment -u,--unset= -C,--chdir=cwd -S,--split-string=shell -0,--null -v,--debug -P= --block-signal? --default-signal? --ignore-signal? --list-signal-handling',
    read: env,
  },
  {
    names: 'nohup setsid daemonize',
    stops: true,
    options: '-c -f,--fork -w,--wait',
    read: (call, run) => inBackground(call, run, call.operands),
  },
  {
    names: 'time gtime',
    stops: true,
    options: '-p -a,--append -f,--format= -o,--output=write -v,--verbose -q -l -h',
    read: through(0),
  },
  {
    names: 'timeout gtimeout',
    stops: true,
    options: '-k,--kill-after= -s,--signal= --foreground --preserve-status -v,--verbose',
    read: through(1),
  },
  { names: 'nice gnice', stops: true, options: '-n,--adjustment= -1 -5 -10 -15 -19 -20', read: through(0) },
  { names: 'ionice', stops: true, options: '-c,--class= -n,--classdata= -p= -t -P= -u=', read: through(0) },
  { names: 'chrt taskset', stops: true, options: '-c,--cpu-list -p,--pid -f -r -b -i -o -a -m', read: through(1) },
  { names: 'stdbuf', stops: true, options: '-i,--input= -o,--output= -e,--error=', read: through(0) },
  { names: 'caffeinate', stops: true, options: '-d -i -m -s -u -t= -w=', read: through(0) },
  {
    names:
      'unbuffer expect_unbuffer noti ccache sccache distcc dotenvx op-run chronic ifne firejail proot fakeroot dbus-run-session xvfb-run rlwrap arch setarch linux32 linux64 prlimit unshare nsenter systemd-inhibit choom',
    stops: true,
    options:
      '-p -a -s= --auto-servernum -arm64 -x86_64 -e= -n= -S --server-args= -r -m -u -U --fork --mount --pid --user',
    read: through(0),
  },
  {
    names: 'flock',
    stops: true,
    options: '-x,-e,--exclusive -n,--nonblock -s,--shared -u -w,--timeout= -E= -o -F -c,--command= --verbose',
    read: (call, run) => {
      const words = wordsFrom(call, 1);
      const text = value(call, '-c') ?? (/^(?:-c|--command)$/.test(words[0]?.text ?? '') ? words[1] : undefined);
      return text ? readShellText(text, run) : through(1)(call, run);
    },
  },
  {
    names: 'watch entr',
    stops: true,
    options: '-n,--interval= -d,--differences? -t -b -e -g -c -x,--exec -p -r -s -z -q= -w -C -a',
    read: watch,
  },
  {
    names: 'script',
    stops: true,
    options: '-c,--command= -a -q -f -e -t? -r -k -O= -I= -B= -T= -E= -m=',
    read: (call, run) => {
      const command = value(call, '-c');
      if (command) readShellText(command, run);
      const [file, ...rest] = call.operands;
      if (file) touches(run, 'files.overwrite', ['changes'], [file]);
      if (rest.length > 0) run.call?.(rest, run);
    },
  },
  {
    names: 'gdb lldb',
    stops: true,
    options: '-p,--pid,--attach-pid= -c= -x=read -q -n --args -batch -ex= -ix= -iex= -o= -s=read -tui --core=',
    operands: 'text*',
    read: (call, run) => {
      const [program, ...rest] = call.operands;
      const id = value(call, '-p') ?? (/^\d+$/.test(rest[0]?.text ?? '') ? rest[0] : undefined);
      if (id)
        return add(run, 'program.debug', { name: plainName(id) }, ['runs-code'], {
          maybe: [{ id: 'maybe.code' }],
        });
      if (program) run.call?.([program, ...rest], run);
      // What a debugger is told to do can be anything.
      add(run, 'program.debug', { name: program ? plainName(program) : call.name }, ['runs-code'], {
        maybe: [{ id: 'maybe.code' }],
      });
    },
  },
  {
    names: 'strace ltrace dtruss valgrind perf-record heaptrack',
    stops: true,
    options:
      '-o=write -e= -p= -f -ff -s= -c -t -tt -T -y -q -v -x -b= -S= -E= --args -batch -ex=shell --tool= --leak-check= -k -u=',
    read: through(0),
  },
  {
    names: 'dotenv direnv-exec env-cmd cross-env cross-env-shell',
    stops: true,
    options: '-e=read -f=read -c -o -p= --',
    read: env,
  },
  {
    names: 'xargs gxargs',
    stops: true,
    options:
      '-0,--null -a,--arg-file=read -d,--delimiter= -E= -e? -I,--replace= -i? -J= -L= -l? -n,--max-args= -P,--max-procs= -p,--interactive -R= -r,--no-run-if-empty -s,--max-chars= -S= -t,--verbose -x,--exit --max-lines? -o --show-limits --process-slot-var=',
    read: xargs,
  },
  {
    names: 'parallel rush',
    stops: true,
    options:
      '-j,--jobs= -k -a,--arg-file=read -I= -n= -N= -X -m --bar --progress --dry-run --colsep= -C= -d= --halt= --joblog=write --results=write --tmpdir= -0 -q -S= --ssh= --eta --will-cite -u --line-buffer --tag --pipe --block= --timeout= --retries= -L=',
    read: parallel,
  },
  { names: 'find gfind bfs', harmless: true, operands: 'text*', read: find },
  { names: 'busybox toybox', stops: true, read: through(0) },
  {
    names: 'bash sh zsh dash ksh ash fish rbash mksh',
    stops: true,
    options:
      '-c -l,--login -i -e -u -x -v -n -s -o= -O= -f -a -r -p -h -k -m -t -B -C -E -H -P -T -D --norc --noprofile --posix --rcfile=script --init-file=script --version --help -d -y -G -g -N -F -w -q',
    read: shell,
  },
  {
    names: 'powershell pwsh powershell.exe cmd.exe cmd',
    stops: true,
    oneDash: true,
    options:
      '-Command,-c= -File,-f=script -NoProfile -NonInteractive -ExecutionPolicy= -EncodedCommand= -NoLogo -Version',
    read: (call, run) => {
      const code =
        value(call, '-Command') ?? (call.operands.length > 0 ? literal(namesOf(call.operands, 400)) : run.input?.value);
      readCode('PowerShell', code, run);
    },
  },
  { names: 'chroot', stops: true, options: '--userspec= --groups= --skip-chdir', read: through(1) },
  {
    names: 'systemd-run',
    stops: true,
    options:
      '-p,--property= -u,--unit= --user --scope -t -d -G --on-active= --on-calendar= --on-boot= -q --wait -P --slice= --description= -E= --uid= --gid= --nice= --working-directory=cwd --on-unit-active= --timer-property= -r --system -S',
    read: (call, run) => inBackground(call, run, wordsFrom(call, 0)),
  },
];

/** Reads the command behind some operands of the wrapper itself. */
function through(skip: number) {
  return (call: Call, run: Run): undefined => {
    const words = wordsFrom(call, skip);
    if (words.length > 0) run.call?.(words, run);
    else if (run.input && call.name !== 'time') runsInput(call.name, run);
  };
}

/** A command line that a shell gets as one text. */
export function readShellText(command: Value, run: Run): undefined {
  if (!isKnown(command) || (command.listed && command.text.trim() === '')) {
    add(run, 'run.code', {}, ['runs-code'], {
      maybe: [
        { id: 'maybe.code' },
        ...(command.listed ? [] : command.unknown).map(
          (name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const,
        ),
      ],
    });
    // What is written out can still be read; the unknown pieces stay unknown variables.
    let i = 0;
    const text = command.text.replace(
      /\u{e020}/gu,
      () => `\${${(command.unknown[i++] ?? 'X').replace(/\W/g, '') || 'X'}}`,
    );
    if (/\w/.test(text)) run.inner('bash', text, run);
    return;
  }
  run.inner('bash', command.text, run);
}

function change(run: Run, from: number, how: (finding: Finding) => Finding): undefined {
  for (let i = from; i < run.findings.length; i++) run.findings[i] = how(run.findings[i]!);
}

function asAdmin(run: Run, from: number, user: Value | undefined): undefined {
  change(run, from, (one) => ({
    ...one,
    chips: [...one.chips, 'admin'],
    notes: [
      ...(one.notes ?? []),
      user ? { id: 'note.as-user', params: { name: plainName(user) } } : { id: 'note.admin' },
    ],
  }));
}

function sudo(call: Call, run: Run): undefined {
  const from = run.findings.length;
  const words = wordsFrom(call, 0);
  if (has(call, '-e') && call.operands.length > 0) touches(run, 'files.open', ['changes'], call.operands);
  else if (words.length > 0) {
    const plain = words.findIndex((one) => !/^[A-Za-z_]\w*=/.test(one.text));
    for (const one of words.slice(0, plain < 0 ? undefined : plain)) setFor(one, run);
    if (plain >= 0) run.call?.(words.slice(plain), run);
  } else if (has(call, '-i', '-s')) {
    if (run.input) runsInput('sh', run);
    else add(run, 'run.admin', { name: 'sh' }, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  }
  if (has(call, '-b')) change(run, from, (one) => ({ ...one, chips: [...one.chips, 'background'] }));
  if (run.findings.length === from) add(run, 'run.admin', { name: namesOf(words) || call.name }, []);
  asAdmin(run, from, value(call, '-u'));
}

function setFor(word: Value, run: Run): undefined {
  const at = word.text.indexOf('=');
  environment(word.text.slice(0, at), { ...word, text: word.text.slice(at + 1) }, run);
}

function env(call: Call, run: Run): undefined {
  const words = wordsFrom(call, 0);
  let i = 0;
  while (i < words.length && /^[A-Za-z_]\w*=/.test(words[i]!.text)) setFor(words[i++]!, run);
  if (words[i]?.text === '--') i++;
  if (i < words.length) run.call?.(words.slice(i), run);
  else if (!has(call, '-S')) add(run, 'computer.look', { name: call.name }, ['reads']);
}

function inBackground(call: Call, run: Run, _words: readonly Value[]): undefined {
  const from = run.findings.length;
  const words = wordsFrom(call, 0);
  if (words.length > 0) run.call?.(words, run);
  if (run.findings.length === from) add(run, 'run.background', { name: namesOf(words) || call.name }, ['background']);
  change(run, from, (one) => ({
    ...one,
    chips: [...one.chips, 'background'],
    notes: [...(one.notes ?? []), { id: 'note.background' }],
  }));
}

function watch(call: Call, run: Run): undefined {
  const words = wordsFrom(call, 0);
  if (call.name === 'entr' || has(call, '-x')) run.call?.(words, run);
  else
    readShellText({ text: words.map((one) => one.text).join(' '), unknown: words.flatMap((one) => one.unknown) }, run);
}

function shell(call: Call, run: Run): undefined {
  if (has(call, '--version', '--help')) return add(run, 'computer.look', { name: call.name }, ['reads']);
  if (has(call, '-c')) {
    const [command] = call.operands;
    if (!command) return readCode(call.name, undefined, run);
    return readShellText(command, run);
  }
  const [script] = call.operands;
  if (script && !has(call, '-s') && script.text !== '-') {
    if (has(call, '-n')) return looks(run, 'files.read', [script]);
    return readScriptFile(script, run);
  }
  const { input } = run;
  if (!input) {
    add(run, 'run.program', { name: call.name }, ['runs-code'], run.piped ? { maybe: [{ id: 'maybe.code' }] } : {});
    return;
  }
  if (input.value && !input.value.listed) return readShellText(input.value, run);
  if (input.data && !input.downloaded) {
    add(run, 'run.script', { paths: input.words }, ['runs-code'], {
      maybe: [{ id: 'maybe.program', params: { name: input.words } }],
    });
    return;
  }
  runsInput(call.name, run);
}
