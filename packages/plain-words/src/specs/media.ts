import { shown } from '../messages/index.ts';
import { type Call, has, value, wordsFrom } from '../programs/spec.ts';
import { add, literal, looks, nameless, type Run, touches } from '../windows/run.ts';

/** Pictures, sounds, documents: the last word is what is made. */
export function media(call: Call, run: Run): undefined {
  const sources = call.operands;
  if (
    call.name === 'exiftool' ||
    call.name === 'sips' ||
    call.name === 'mogrify' ||
    /^(?:optipng|jpegoptim|svgo)$/.test(call.name)
  ) {
    const writes = call.name !== 'exiftool' || call.args.some((one) => /^-\w+[-+]?=/.test(one.text));
    const paths = sources.filter((one) => /[./*]/.test(one.text));
    return writes
      ? touches(run, 'files.change', ['changes'], paths.length > 0 ? paths : [nameless])
      : looks(run, 'files.read', paths);
  }
  if (has(call, '-o')) return sources.length > 0 ? looks(run, 'files.read', sources) : undefined;
  if (/^(?:pdflatex|latexmk|xelatex|soffice|libreoffice|dot|mmdc|pandoc)$/.test(call.name)) {
    if (sources.length > 0) looks(run, 'files.read', sources);
    if (/latex|office/.test(call.name))
      touches(run, 'files.create', ['creates', 'changes'], [value(call, '--outdir') ?? literal('.')]);
    return;
  }
  const to = sources.at(-1);
  const from = sources.slice(0, -1);
  if (from.length > 0) looks(run, 'files.read', from);
  if (to && to.text !== '-') touches(run, 'files.write', ['changes', 'creates'], [to]);
}

export function openssl(call: Call, run: Run): undefined {
  const verb = call.operands[0]?.text ?? '';
  const words = wordsFrom(call, 1);
  const after = (flag: string) => words[words.findIndex((one) => one.text === flag) + 1];
  const given = (flag: string) => words.some((one) => one.text === flag);
  if (/^s_client|^s_time/.test(verb)) {
    const host = after('-connect')?.text ?? '?';
    return add(run, 'web.reach', { host: shown(host) }, ['downloads'], {
      places: [{ id: 'network', path: shown(host) }],
    });
  }
  for (const flag of ['-in', '-key', '-CA', '-CAkey', '-inkey', '-config', '-cert'])
    if (given(flag) && after(flag)) looks(run, 'files.read', [after(flag)!]);
  for (const flag of ['-out', '-keyout'])
    if (given(flag) && after(flag)) touches(run, 'files.write', ['changes', 'creates'], [after(flag)!]);
  if (/^(?:version|rand|help|list|speed|ciphers|passwd|prime)$/.test(verb))
    add(run, 'computer.look', { name: 'openssl' }, ['reads']);
  const file = words.at(-1);
  if (/^(?:dgst|sha\d+|md5)$/.test(verb) && file && !file.text.startsWith('-')) looks(run, 'files.read', [file]);
}
