import type { Chip } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, value, values } from '../programs/spec.ts';
import { addressOf } from '../tools/address.ts';
import { readAddress } from '../tools/web.ts';
import { add, isKnown, literal, looks, plainName, type Run, touches, type Value } from '../windows/run.ts';
import { isLocal, unknownSaid } from './network.ts';

/** Names of variables that hold what nobody else should see. */
const secret = /(?:key|token|secret|passw|pwd|credential|auth|cookie|session)/i;

/** Gets addresses; `sent` is what goes along. */
export function fetches(urls: readonly Value[], run: Run, sent: readonly Chip[]): undefined {
  for (const url of urls) {
    if (url.text === '') continue;
    const from = run.findings.length;
    const plain = isKnown(url) ? url : { ...url, text: url.text.replace(/\u{e020}/gu, 'x') };
    const wild = isKnown(url) ? url.text.replace(/[{[].*$/s, '') : plain.text;
    const got = readAddress(addressOf(plain.text) ? plain.text : wild, run.where, 'web.get');
    const hands = sent.includes('sends') && got.does.id === 'web.get';
    const found = hands ? { ...got, does: { ...got.does, id: 'web.send' as const } } : got;
    const local = addressOf(plain.text)?.local === true;
    const chips = new Set<Chip>(found.chips);
    const maybe: Said[] = [...(found.maybe ?? [])];
    if (!isKnown(url)) {
      const output = url.unknown.some((one) => /^[$`(]/.test(one) && !/^\$[?$!#]$/.test(one));
      if (!local && (output || url.unknown.some((one) => secret.test(one)))) chips.add('sends');
      // Where the host itself is unknown, nobody can say who is asked.
      const host = /^(?:[a-z]+:\/\/)?(?:[^/?#@]*@)?([^/?#]*)/i.exec(url.text)?.[1] ?? '';
      if (/\u{e020}/u.test(host)) {
        const open = url.unknown.slice(0, 1);
        const params = { url: plainName(url), host: shown(open.join(', ')) };
        run.findings.push({
          ...found,
          does: { id: sent.includes('sends') ? 'web.send' : 'web.get', params },
          chips: [...new Set<Chip>([...chips, ...sent])],
          places: [{ id: 'network' }],
          notes: [],
          maybe: url.listed && !output ? [] : open.map(unknownSaid),
        });
        continue;
      }
    }
    for (const chip of sent) if (!local) chips.add(chip);
    run.findings.push({
      ...found,
      does:
        isKnown(url) || !found.does.params
          ? found.does
          : {
              ...found.does,
              params: { ...found.does.params, ...('url' in found.does.params && { url: plainName(url) }) },
            },
      chips: [...chips],
      ...(maybe.length > 0 && { maybe }),
      ...(run.part !== undefined && { part: run.part }),
    });
    if (run.findings.length === from)
      add(run, 'web.get', { url: plainName(url), host: '?' }, ['downloads'], { places: [{ id: 'network' }] });
  }
}

/** `@file` in what curl sends; `-` and `@-` are its input. */
function sentFiles(call: Call): readonly Value[] {
  const found: Value[] = [];
  for (const one of values(call, '-d', '--data-ascii', '--data-binary', '--json', '--data-urlencode', '--url-query')) {
    const file = /^[\w-]*@(.+)$/s.exec(one.text)?.[1];
    if (file && file !== '-') found.push({ ...one, text: file });
  }
  for (const one of values(call, '-F')) {
    const file = /^[^=]*=[@<]([^;]+)/s.exec(one.text)?.[1];
    if (file && file !== '-') found.push({ ...one, text: file });
  }
  for (const one of values(call, '-T')) if (one.text !== '-' && one.text !== '.') found.push(one);
  for (const one of values(call, '-b')) if (!one.text.includes('=') && one.text !== '') found.push(one);
  for (const one of values(call, '-H')) if (/^@./.test(one.text)) found.push({ ...one, text: one.text.slice(1) });
  return found;
}

export function curl(call: Call, run: Run): undefined {
  if (has(call, '-V', '-h', '-M')) return add(run, 'computer.look', { name: 'curl' }, ['reads']);
  const urls = [...values(call, '--url'), ...call.operands];
  const files = sentFiles(call);
  if (files.length > 0) looks(run, 'files.read', files);
  const method = (value(call, '-X')?.text ?? '').toUpperCase();
  const body = has(
    call,
    '-d',
    '--data-ascii',
    '--data-raw',
    '--data-binary',
    '--data-urlencode',
    '--json',
    '-F',
    '--form-string',
    '-T',
    '--url-query',
  );
  const data = [...values(call, '-d', '--data-raw', '--data-binary', '--data-urlencode', '-H', '-u', '--url-query')];
  const carriesOutput = data.some((one) => one.unknown.some((name) => /^[$`(]/.test(name)));
  const sends = body || files.length > 0 || /^(?:POST|PUT|PATCH|DELETE)$/.test(method) || carriesOutput;
  const chips: Chip[] = sends ? ['sends'] : [];
  if (method === 'DELETE') chips.push('deletes');
  fetches(urls, run, chips);
  const names = values(call, '-d', '--data-raw', '-H').flatMap((one) => one.unknown);
  const shownMethod = method && !/^(?:GET|HEAD)$/.test(method) ? method : '';
  if (shownMethod || names.length > 0)
    noteLast(run, { id: 'note.with', params: { names: [shownMethod, ...names].filter(Boolean) } });
  if (urls.length === 0 && has(call, '-K'))
    add(run, 'web.get', { url: plainName(value(call, '-K')!), host: '?' }, ['downloads', 'sends'], {
      places: [{ id: 'network' }],
      maybe: [{ id: 'maybe.code' }],
    });
  saved(call, urls, run);
  const remote = urls.some((one) => !isLocal(one.text));
  run.output = { words: shown(`curl ${namesOf(urls)}`, 60), data: true, ...(remote && { downloaded: true as const }) };
}

function saved(call: Call, urls: readonly Value[], run: Run): undefined {
  if (!has(call, '-O', '--remote-name-all')) return;
  const folder = value(call, '--output-dir');
  for (const url of urls) {
    const name = /([^/?#]+)(?:[?#].*)?$/.exec(url.text)?.[1] ?? '…';
    touches(
      run,
      'files.write',
      ['changes', 'creates'],
      [{ ...url, text: `${folder ? `${folder.text}/` : './'}${name}` }],
    );
  }
}

function noteLast(run: Run, note: Said): undefined {
  const last = run.findings.at(-1);
  if (last) run.findings[run.findings.length - 1] = { ...last, notes: [...(last.notes ?? []), note] };
}

export function wget(call: Call, run: Run): undefined {
  if (has(call, '--version', '--help', '-h', '-V')) return add(run, 'computer.look', { name: 'wget' }, ['reads']);
  const method = (value(call, '--method')?.text ?? '').toUpperCase();
  const sends =
    has(call, '--post-data', '--post-file', '--body-data', '--body-file') || /^(?:POST|PUT|PATCH|DELETE)$/.test(method);
  fetches(call.operands, run, [
    ...(sends ? (['sends'] as const) : []),
    ...(method === 'DELETE' ? (['deletes'] as const) : []),
  ]);
  const settings = values(call, '-e').filter((one) => /use_askpass|output|post/i.test(one.text));
  if (settings.length > 0) noteLast(run, { id: 'note.with', params: { names: settings.map(plainName) } });
  const list = value(call, '-i');
  if (list) add(run, 'web.page', { url: plainName(list), host: '?' }, ['downloads'], { places: [{ id: 'network' }] });
  const to = value(call, '-O');
  const remote = list !== undefined || call.operands.some((one) => !isLocal(one.text));
  if (to) {
    if (/^(?:-|\/dev\/stdout)$/.test(to.text))
      run.output = {
        words: shown(`wget ${namesOf(call.operands)}`, 60),
        data: true,
        ...(remote && { downloaded: true as const }),
      };
    else if (to.text !== '/dev/null') touches(run, 'files.write', ['changes', 'creates'], [to]);
  } else if (!has(call, '--spider')) {
    const folder = value(call, '-P');
    const names = call.operands.map((one): Value => {
      const name = /:\/\/[^/]+.*\/([^/?#]+)/.exec(one.text)?.[1] ?? 'index.html';
      return {
        ...one,
        text: `${folder ? `${folder.text.replace(/\/$/, '')}/` : './'}${has(call, '-r', '-m') ? '' : name}`,
      };
    });
    touches(run, 'files.write', ['creates', 'changes'], names.length > 0 ? names : [folder ?? literal('.')]);
  }
  if (has(call, '-b')) noteBackground(run);
}

function noteBackground(run: Run): undefined {
  const last = run.findings.at(-1);
  if (last) run.findings[run.findings.length - 1] = { ...last, chips: [...last.chips, 'background'] };
}

export function httpie(call: Call, run: Run): undefined {
  let [first, ...rest] = call.operands;
  let method = '';
  if (first && /^[A-Z]+$/.test(first.text)) {
    method = first.text;
    [first, ...rest] = rest;
  }
  const data = rest.filter((one) => /=|@/.test(one.text) && !/==/.test(one.text) && !/^[\w-]+:[^=]/.test(one.text));
  const files = rest.flatMap((one) => {
    const file = /^[^=@]*=?@(.+)$/.exec(one.text)?.[1];
    return file ? [{ ...one, text: file }] : [];
  });
  if (files.length > 0) looks(run, 'files.read', files);
  const sends = data.length > 0 || /^(?:POST|PUT|PATCH|DELETE)$/.test(method) || run.input !== undefined;
  const url = first ? { ...first, text: first.text.replace(/^:(\d*)/, 'localhost:$1') } : undefined;
  if (url)
    fetches([url], run, [
      ...(sends ? (['sends'] as const) : []),
      ...(method === 'DELETE' ? (['deletes'] as const) : []),
    ]);
  run.output = { words: call.name, data: true, ...(url && !isLocal(url.text) && { downloaded: true as const }) };
}
