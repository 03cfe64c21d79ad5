import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { type MessageId, shown } from '../messages/index.ts';
import { type Call, has } from '../programs/spec.ts';
import { addressOf } from '../tools/address.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';

/** What a text in SQL does, statement by statement. */
export function sqlEffect(text: string): {
  readonly id: MessageId;
  readonly chips: readonly Chip[];
  readonly sure: boolean;
} {
  const plain = text
    .slice(0, 20_000)
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''");
  const chips: Chip[] = ['database'];
  let id: MessageId = 'data.query';
  if (
    /\b(?:insert\s+(?:or\s+\w+\s+)?into|update\b[\s\S]*?\bset|replace\s+into|merge\s+into|create\b|alter\b|rename\b|grant\b|revoke\b|comment\s+on|vacuum\b|reindex\b|analyze\b|refresh\b|\\copy\b[\s\S]*?\bfrom|copy\b[\s\S]*?\bfrom|load\s+data|set\s+global|call\b|do\s+\$)/i.test(
      plain,
    )
  ) {
    id = 'data.change';
    chips.push('changes');
  }
  if (/\b(?:grant|revoke)\b|\balter\s+(?:role|user)\b|\bcreate\s+(?:role|user)\b/i.test(plain))
    chips.push('permissions');
  if (/\b(?:drop\s+\w|truncate\b|delete\s+from\b|flush(?:all|db)\b)/i.test(plain)) {
    id = 'data.delete';
    chips.push('deletes');
  }
  if (chips.length === 1) chips.push('reads');
  return {
    id,
    chips,
    sure:
      text.length <= 20_000 &&
      !/\bcopy\b[\s\S]*?\bprogram\b|\bxp_cmdshell\b|\bload_extension\b|\bcall\b|\bdo\s+\$/i.test(plain),
  };
}

interface Sent {
  readonly sql: readonly Value[];
  readonly files: readonly Value[];
  /** Which database, where that is said. */
  readonly where: Value | undefined;
  readonly names: readonly Value[];
  readonly host: Value | undefined;
}

/** A client of a database with the statements that it is given. */
export function queries(call: Call, run: Run, sent: Sent): undefined {
  const places: Place[] = [];
  const address =
    sent.where && /:\/\//.test(sent.where.text)
      ? addressOf(sent.where.text.replace(/^\w[\w+]*:/, 'https:').replace(/\u{e020}/gu, 'x'))
      : undefined;
  const host = sent.host ?? (address ? { ...sent.where!, text: address.host } : undefined);
  if (host && isKnown(host) && !/^(?:localhost|127\.|::1|\/|\.)/.test(host.text))
    places.push({ id: 'network', path: plainName(host) });
  const notes: Said[] = [];
  const names = [
    ...sent.names.map(plainName),
    ...(host ? [plainName(host)] : []),
    ...(address ? [shown(address.host)] : sent.where ? [plainName(sent.where)] : []),
  ];
  const database = address ? /\/([^/?]+)(?:\?|$)/.exec(sent.where!.text.replace(/^.*:\/\/[^/]*/, ''))?.[1] : undefined;
  if (database) names.push(shown(database));
  if (names.length > 0) notes.push({ id: 'note.with', params: { names: [...new Set(names)] } });
  const maybe: Said[] = [sent.where, host, ...sent.names].flatMap((one) =>
    one && !isKnown(one) && !one.listed
      ? one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } }))
      : [],
  );
  const input = run.input?.value;
  const texts = sent.sql.length > 0 ? sent.sql : input && sent.files.length === 0 ? [input] : [];
  for (const whole of texts) {
    const one = whole.text.length > 20_000 ? { ...whole, text: whole.text.slice(0, 20_000) } : whole;
    if (one !== whole) add(run, 'data.script', { name: call.name }, ['database'], { maybe: [{ id: 'maybe.long' }] });
    const shell = /^\s*(?:\\!|\.shell|\.system|system\s|\\\\!|\?\\!)\s*(.*)$/m.exec(one.text);
    if (shell) {
      add(run, 'run.helper', { name: call.name, command: shown(shell[1]!) }, ['runs-code']);
      run.inner('bash', shell[1]!, run);
      continue;
    }
    const effect = /^\s*[.\\]/.test(one.text) ? dotEffect(one.text) : sqlEffect(one.text);
    const outfile =
      /(?:^\s*\\copy\b[\s\S]*?\bto\s+|^\s*\.(?:output|once|backup|save|dump)\s+|\binto\s+outfile\s+|^\s*\\o\s+)'?([\w./~-]+)'?/im.exec(
        one.text,
      )?.[1];
    const infile =
      /(?:^\s*\\copy\b[\s\S]*?\bfrom\s+|^\s*\.(?:read|import|restore)\s+|\binfile\s+|^\s*\\i\s+)'?([\w./~-]+)'?/im.exec(
        one.text,
      )?.[1];
    if (infile) looks(run, 'files.read', [literal(infile)]);
    const unreadable =
      !isKnown(one) && !one.listed
        ? one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } }))
        : [];
    add(run, effect.id, { sql: shown(plainName(one)) }, effect.chips, {
      places,
      notes,
      maybe: [...maybe, ...unreadable, ...(effect.sure && !shell ? [] : [{ id: 'maybe.code' } as const])],
    });
    if (outfile) touches(run, 'files.write', ['changes', 'creates'], [literal(outfile)]);
  }
  for (const file of sent.files) {
    const at = target(run, file);
    add(run, 'data.script', { name: at.name }, ['database', 'reads', 'runs-code'], {
      places: [...at.places, ...places],
      notes,
      maybe: [{ id: 'maybe.program', params: { name: at.name } }, ...maybe],
    });
  }
  if (texts.length === 0 && sent.files.length === 0) {
    const piped = run.input !== undefined || run.piped === true;
    const fileInput = run.input?.data && !run.input.value ? run.input.words : undefined;
    const looking = has(call, '-l', '--list', '--version', '-V', '--help');
    if (looking)
      add(
        run,
        'data.look',
        { name: names.join(' ') || call.name },
        has(call, '-l', '--list') ? ['database', 'reads'] : ['reads'],
        { places },
      );
    else
      add(run, 'data.script', { name: fileInput ?? (names.join(' ') || call.name) }, ['database'], {
        places,
        notes,
        maybe: piped ? [{ id: 'maybe.code' }, ...maybe] : [{ id: 'maybe.elsewhere' }, ...maybe],
      });
  }
}

function dotEffect(text: string): ReturnType<typeof sqlEffect> {
  const changes =
    /^\s*(?:\.(?:import|restore|read|load|clone|archive|sha3sum-none)|\\(?:copy\b[\s\S]*\bfrom|i|ir|gexec|password))/im.test(
      text,
    );
  return {
    id: changes ? 'data.change' : 'data.query',
    chips: changes ? ['database', 'changes'] : ['database', 'reads'],
    sure: !/^\s*(?:\.(?:read|load|shell|system)|\\(?:i|ir|gexec|!))/im.test(text),
  };
}
