import { noFile, runsHelper } from '../programs/apply.ts';
import { readCode, readScriptFile } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values } from '../programs/spec.ts';
import { add, isKnown, literal, looks, nameless, type Run, touches, type Value } from '../windows/run.ts';

/** Programs that change texts by a small language of their own, in which commands can be hidden. */
export const editing: readonly Spec[] = [
  {
    names: 'sed gsed',
    filters: true,
    options:
      '-n,--quiet,--silent -e,--expression= -f,--file=script -i,--in-place? -E,-r,--regexp-extended -s,--separate -z,--null-data -u,--unbuffered -l,--line-length= -b --posix --debug --sandbox --follow-symlinks -a -I? --help --version',
    read: sed,
  },
  {
    names: 'awk gawk mawk nawk goawk',
    filters: true,
    options:
      '-F,--field-separator= -v,--assign= -f,--file=script -i,--include= -o? -O -P -c -t -n -r -S -b -N -M -l=script -E=script -W=  --csv -e,--source= -p? -d? --re-interval --posix --version --sandbox',
    read: awk,
  },
  {
    names: 'vim vi nvim view-vim ex vimdiff gvim',
    options:
      '-c= --cmd= -S=script -s=script -u=script -R -e -E -es -n -N -b -d -o? -O? -p? -T= -i= -V? -y -m -M -Z --headless --clean --noplugin -h --version -w=write -W=write -X -l=script -t= -q= -r= -A -F -H -L',
    read: vim,
  },
  {
    names: 'emacs emacsclient',
    options: '-nw -q -Q --batch -l,--load=script --eval= -f= --script=script -n -c -t -a= -e',
    read: (call, run) => {
      if (has(call, '--eval', '-f', '-e')) readCode('Emacs Lisp', value(call, '--eval'), run);
      edits(call, run);
    },
  },
  {
    names: 'ed red',
    options: '-s -p= -G -l -r -v -E',
    read: (call, run) => {
      const text = run.input?.value;
      if (text && isKnown(text) && !/^\s*!|[rw]\s*!/m.test(text.text))
        touches(run, 'files.change', ['changes'], call.operands);
      else {
        touches(run, 'files.change', ['changes'], call.operands);
        readCode('ed', text, run);
      }
    },
  },
  {
    names: 'nano pico micro hx helix kak subl gedit code code-insiders cursor zed',
    harmless: true,
    options: '-l= -r -n -w -g= --diff --wait -c=',
    read: (call, run) => edits(call, run),
  },
  {
    names: 'perl',
    options: '-e,-E= -n -p -i? -l? -0? -a -F= -w -W -X -c -v -V? -I= -M= -m= -s -S -t -T -u -U -x? -C? -D= -h -g',
    stops: true,
    read: perl,
  },
  {
    names: 'yq',
    filters: true,
    options:
      '-i,--inplace -e,--exit-status -r,--raw-output,--unwrapScalar? -o,--output-format= -p,--input-format= -P,--prettyPrint -n,--null-input -C,--colors -M,--no-colors -j,--tojson -y,--yaml-output -Y -s,--split-exp= -I,--indent= -N,--no-doc -v,--verbose --from-file=read -c -S -x -t --arg= --front-matter= --header-preprocess -f= -0 --expression= -a',
    read: (call, run) => {
      const verb = /^(?:e|eval|ea|eval-all|r|read|w|write)$/.test(call.operands[0]?.text ?? '') ? 1 : 0;
      const paths = call.operands.slice(verb + (has(call, '--expression', '--from-file') ? 0 : 1));
      if (has(call, '-i')) touches(run, 'files.change', ['changes'], paths.length > 0 ? paths : [nameless]);
      else if (paths.length > 0) looks(run, 'files.read', paths);
      if (has(call, '-s')) touches(run, 'files.create', ['creates', 'changes'], [literal('./*')]);
    },
  },
  {
    names: 'sd sad',
    options: '-p,--preview -s,--fixed-strings,-F -f= -n= -A',
    read: (call, run) => {
      const paths = call.operands.slice(2);
      if (paths.length === 0) return;
      if (has(call, '-p')) looks(run, 'files.read', paths);
      else touches(run, 'files.change', ['changes'], paths);
    },
  },
];

function edits(call: Call, run: Run): undefined {
  const files = call.operands.filter((one) => !/^[+]/.test(one.text));
  if (files.length > 0) touches(run, 'files.open', ['changes'], files);
  else add(run, 'run.editor', { name: call.name }, []);
}

function sed(call: Call, run: Run): undefined {
  const scripts = [...values(call, '-e')];
  const given = scripts.length > 0 || has(call, '-f');
  let paths = call.operands.slice(given ? 0 : 1);
  if (!given && call.operands[0]) scripts.push(call.operands[0]);
  const inPlace = has(call, '-i', '-I');
  // On a Mac `-i ''` takes the ending of the copy as a word of its own.
  if (inPlace && !given && (scripts[0]?.text === '' || /^\.\w+$/.test(scripts[0]?.text ?? '')) && paths.length > 0) {
    scripts[0] = paths[0]!;
    paths = paths.slice(1);
  } else if (inPlace && given && paths[0]?.text === '') paths = paths.slice(1);
  const files = paths.filter((one) => one.text !== '-');
  if (inPlace) touches(run, 'files.change', ['changes'], files.length > 0 ? files : [nameless]);
  else if (files.length > 0) {
    looks(run, 'files.read', files);
    run.output = { words: call.name, data: true };
  } else if (!run.input) run.output = undefined;
  for (const script of scripts) sedScript(script, run);
}

/** Finds the commands of sed that write files (`w`) or run programs (`e`). */
function sedScript(script: Value, run: Run): undefined {
  const text = script.text.slice(0, 20_000);
  if (script.text.length > text.length)
    add(run, 'run.language', { name: 'sed' }, ['runs-code'], { maybe: [{ id: 'maybe.long' }] });
  if (!isKnown(script) && !script.listed && /^[^\w/]*\u{e020}/u.test(text)) {
    readCode('sed', undefined, run);
    return;
  }
  let i = 0;
  while (i < text.length) {
    i = afterAddress(text, i);
    const command = text[i];
    if (command === undefined) return;
    if (command === 's' || command === 'y') {
      const end = afterPieces(text, i + 1);
      const flags = /^[gGpPiImMeE0-9]*/.exec(text.slice(end))![0];
      if (command === 's' && /e/.test(flags)) runsMatched(text, i, end, run);
      i = end + flags.length;
      if (command === 's' && text[i] === 'w') i = sedWrites(text, i + 1, run);
    } else if (command === 'w' || command === 'W') i = sedWrites(text, i + 1, run);
    else if (command === 'r' || command === 'R') {
      const file = /^[ \t]*([^\n}]*)/.exec(text.slice(i + 1))!;
      if (file[1] && !noFile.test(file[1])) looks(run, 'files.read', [literal(file[1].trim())]);
      i += 1 + file[0].length;
    } else if (command === 'e') {
      const line = /^[ \t]*([^\n]*)/.exec(text.slice(i + 1))!;
      if (line[1]) runsHelper(literal(line[1]), run);
      else readCode('sed', undefined, run);
      i += 1 + line[0].length;
    } else if (command === 'a' || command === 'i' || command === 'c') {
      const line = /^(?:\\\n|[^\n\\]|\\.)*/.exec(text.slice(i + 1))!;
      i += 1 + line[0].length;
    } else if (command === '#') i += /^[^\n]*/.exec(text.slice(i))![0].length;
    else if (/[:btT]/.test(command)) i += 1 + /^[^;\n}]*/.exec(text.slice(i + 1))![0].length;
    else i++;
  }
}

/** `s/…/command/e` runs what comes out. */
function runsMatched(text: string, from: number, end: number, run: Run): undefined {
  add(run, 'run.helper', { name: 'sed', command: text.slice(from, end) }, ['runs-code'], {
    maybe: [{ id: 'maybe.code' }],
  });
}

function sedWrites(text: string, from: number, run: Run): number {
  const file = /^[ \t]*([^\n]*)/.exec(text.slice(from))!;
  if (file[1] && !noFile.test(file[1])) touches(run, 'files.overwrite', ['changes'], [literal(file[1].trim())]);
  return from + file[0].length;
}

function afterAddress(text: string, from: number): number {
  let i = from;
  for (;;) {
    const plain = /^(?:[\s;{},!~+]|\d+|\$|I(?=[\s{,!a-zA-Z])|M(?=[\s{,!a-zA-Z]))+/.exec(text.slice(i, i + 200));
    if (plain) i += plain[0].length;
    if (text[i] === '/') i = afterPiece(text, i + 1, '/');
    else if (text[i] === '\\' && text[i + 1]) i = afterPiece(text, i + 2, text[i + 1]!);
    else return i;
  }
}

/** Behind `/…/…/`. */
function afterPieces(text: string, from: number): number {
  const sign = text[from];
  if (sign === undefined) return from;
  return afterPiece(text, afterPiece(text, from + 1, sign), sign);
}

function afterPiece(text: string, from: number, sign: string): number {
  let set = false;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '[' && !set) set = true;
    else if (char === ']') set = false;
    else if (char === sign && (!set || !text.slice(i).includes(']'))) return i + 1;
    else if (char === sign && set) return i + 1;
  }
  return text.length;
}

function awk(call: Call, run: Run): undefined {
  const own = values(call, '-e');
  const given = own.length > 0 || has(call, '-f');
  const programs = own.length > 0 ? own : given ? [] : call.operands.slice(0, 1);
  const paths = call.operands.slice(given ? 0 : 1).filter((one) => !/^\w+=/.test(one.text) && one.text !== '-');
  const inPlace = values(call, '-i').some((one) => /inplace/.test(one.text));
  if (values(call, '-i').some((one) => !/inplace/.test(one.text))) readScriptFile(value(call, '-i')!, run);
  if (inPlace) touches(run, 'files.change', ['changes'], paths);
  else if (paths.length > 0) {
    looks(run, 'files.read', paths);
    run.output = { words: 'awk', data: true };
  } else if (!run.input?.list) run.output = { words: 'awk' };
  for (const program of programs) awkProgram(program, run);
}

/** Finds what an awk program writes and runs. */
function awkProgram(program: Value, run: Run): undefined {
  // Texts and patterns may hold these signs; what is in quotes is only looked at behind the sign.
  if (program.text.length > 4000)
    add(run, 'run.language', { name: 'awk' }, ['runs-code'], { maybe: [{ id: 'maybe.long' }] });
  const text = program.text.slice(0, 4000).replace(/\/(?:[^/\\\n]|\\.)+\/(?=\s*[{&|)~,;]|\s*$)/g, '//');
  for (const match of text.matchAll(/\bsystem\s*\(\s*(?:"((?:[^"\\]|\\.)*)"\s*\))?/g)) helper(match[1], text, run);
  for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*\|&?\s*getline/g)) helper(match[1], text, run);
  if (/[\w)\]]\s*\|&?\s*getline/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))) helper(undefined, text, run);
  for (const match of text.matchAll(/\bprintf?\b[^|;}\n]*\|&?\s*(?:"((?:[^"\\]|\\.)*)")?/g)) {
    if (text[match.index + match[0].length] === '|') continue;
    helper(match[1], text, run);
  }
  for (const match of text.matchAll(
    /\bprintf?\b(?:[^;}\n>"]|"(?:[^"\\]|\\.)*")*>>?\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_$][\w$]*))/g,
  )) {
    // A text with more behind it is only the beginning of the name.
    const rest = text.slice(match.index + match[0].length);
    if (match[1] !== undefined && /^\s*["$\w(]/.test(rest)) {
      touches(run, 'files.overwrite', ['changes'], [{ text: `${match[1]}\u{e020}`, unknown: ['awk'] }]);
    } else if (match[1] !== undefined) {
      if (!noFile.test(match[1])) touches(run, 'files.overwrite', ['changes'], [literal(match[1])]);
    } else if (!/\(/.test(match[0]))
      touches(run, 'files.overwrite', ['changes'], [{ text: '\u{e020}', unknown: [match[2]!] }]);
  }
}

function helper(command: string | undefined, program: string, run: Run): undefined {
  if (command !== undefined) {
    const { piped } = run;
    run.piped = true;
    runsHelper(literal(command.replace(/\\(["\\/])/g, '$1')), run);
    run.piped = piped ?? false;
  } else
    add(run, 'run.helper', { name: 'awk', command: program.slice(0, 100) }, ['runs-code'], {
      maybe: [{ id: 'maybe.code' }],
    });
}

function vim(call: Call, run: Run): undefined {
  const commands = [
    ...values(call, '-c', '--cmd'),
    ...call.operands.filter((one) => one.text.startsWith('+')).map((one) => ({ ...one, text: one.text.slice(1) })),
  ];
  const shells = commands.filter((one) => /(?:^|[|:\s\d%])!/.test(one.text));
  for (const one of shells) runsHelper({ ...one, text: one.text.replace(/^[^!]*!/, '') }, run);
  const other = commands.filter(
    (one) => !shells.includes(one) && !/^:?(?:\d*|w?q[a!]*|x|wa?|set? .*|%?s(.).*|g\/.*|norm.*|\d+)$/.test(one.text),
  );
  if (other.length > 0) readCode('Vim', other[0], run);
  edits(call, run);
}

function perl(call: Call, run: Run): undefined {
  const code = values(call, '-e');
  const inPlace = has(call, '-i');
  if (code.length === 0 && !has(call, '-v', '-V', '-h')) {
    const [script] = call.operands;
    if (script && script.text !== '-') readScriptFile(script, run);
    else if (run.input) readCode('Perl', run.input.value, run);
    return;
  }
  if (code.length === 0) return add(run, 'computer.look', { name: 'perl' }, ['reads']);
  const paths = call.operands;
  if (inPlace) touches(run, 'files.change', ['changes'], paths.length > 0 ? paths : [nameless]);
  else if (paths.length > 0) looks(run, 'files.read', paths);
  const simple =
    (has(call, '-p', '-n') && code.every((one) => isSubstitution(one.text))) ||
    code.every((one) => /^\s*(?:print|say)\s+(?:"[^"$@`]*"|'[^'`]*'|[\d+*/ ().-]+)\s*;?\s*$/.test(one.text));
  if (simple && inPlace) return;
  readCode('Perl', code[0], run, simple);
}

/** `s/a/b/g` and nothing else, without the flag that runs the result. */
const isSubstitution = (text: string): boolean =>
  text
    .split(';')
    .every((one) =>
      /^\s*(?:s([^\w\s])(?:(?!\1)[^\\]|\\.)*\1(?:(?!\1)[^\\`]|\\.)*\1[gimsxr]*|print(?: if \/[^/]*\/)?)?\s*$/.test(one),
    ) && !/[`]|\bqx\b|@\{|\(\?\??\{/.test(text);
