import { shown } from '../messages/index.ts';
import { add, isKnown, literal, looks, type Output, target, touches, type Value } from '../windows/run.ts';
import type { HereDoc, Redirect, Redirection } from './parse.ts';
import { type BashRun, unread } from './shell.ts';
import { inner } from './walk.ts';
import { expandOne, expandParts } from './words.ts';

/** More of them on one command are not read. */
const mostRedirections = 100;

/** Targets that are no files. */
const noFile = /^(?:-|\d+-?|\/dev\/(?:null|stdout|stderr|stdin|tty|fd\/\d+|zero|u?random|full))$/;

/** What a command gets on its input from `<<`, `<<<` and `<`; undefined where none of them is there. */
export function inputOf(redirects: readonly Redirection[], run: BashRun): Output | undefined {
  let input: Output | undefined;
  for (const one of redirects.slice(0, mostRedirections)) {
    if (one.descriptor?.type === 'FileDescriptor' && one.descriptor.value !== 0) continue;
    if (one.type === 'HereDoc') input = { value: heredoc(one, run), words: '<<' };
    else if (one.type === 'HereString' && one.target)
      input = { value: expandOne(one.target, run, inner), words: '<<<' };
    else if (one.type === 'Redirect' && one.operator === '<' && one.target) {
      const value = expandOne(one.target, run, inner);
      input = value.stream ? { words: value.unknown[0] ?? '<' } : { words: shown(value.text), data: true };
    }
  }
  return input;
}

function heredoc(node: HereDoc, run: BashRun): Value {
  if (!node.closing) unread(run, node.delimiter?.text ?? '<<', 'maybe.broken');
  if (node.delimiter?.quoted || !node.body.parts) return literal(node.body.text);
  return expandParts(node.body.parts, run, inner);
}

/** Files that a command's redirections read and write. `text`: what is written, where that is known. */
export function readRedirections(redirects: readonly Redirection[], run: BashRun, text: string | undefined): undefined {
  if (redirects.length > mostRedirections) unread(run, '>', 'maybe.long');
  for (const one of redirects.slice(0, mostRedirections))
    if (one.type === 'Redirect' && one.target) readOne(one, run, text);
}

function readOne(one: Redirect, run: BashRun, text: string | undefined): undefined {
  // The input was expanded before; its substitutions are not read twice.
  const from = run.findings.length;
  const value = expandOne(one.target!, run, inner);
  const isInput = one.descriptor?.type !== 'FileDescriptor' || one.descriptor.value === 0;
  if (one.operator === '<' && isInput) run.findings.length = from;
  if (value.stream || noFile.test(value.text)) return;
  const address = /^\/dev\/(tcp|udp)\/([^/]+)\/(.+)$/.exec(value.text);
  if (address) {
    const host = shown(`${address[2]}:${address[3]}`);
    add(run, 'web.connect', { host }, ['sends', 'downloads'], { places: [{ id: 'network', path: host }] });
    return;
  }
  if (one.operator === '<&' || (one.operator === '>&' && /^\d*-?$/.test(value.text))) return;
  if (one.operator === '<') return looks(run, 'files.read', [value]);
  const files = value.several ?? [value];
  const more = text === undefined ? {} : { text };
  if (one.operator === '>>' || one.operator === '&>>') touches(run, 'files.append', ['changes'], files, more);
  else if (one.operator === '<>') touches(run, 'files.change', ['changes', 'reads'], files, more);
  else touches(run, isEmptied(run, from) ? 'files.empty' : 'files.overwrite', ['changes'], files, more);
  if (isKnown(value)) devices(value, run);
}

/** `> file` with no command before it. */
const isEmptied = (run: BashRun, from: number): boolean =>
  run.output === undefined && from === 0 && run.shell.top && run.findings.length === from;

function devices(value: Value, run: BashRun): undefined {
  const at = target(run, value);
  if (at.places[0]?.id === 'disk' && value.text.startsWith('/dev/'))
    add(run, 'disk.overwrite', { name: at.name }, ['deletes'], { places: at.places });
}
