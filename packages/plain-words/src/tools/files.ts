import type { ToolAction } from '@bureau/contracts';
import { type Finding, members, type Said, textOf } from '../finding.ts';
import { isWindows, type Where } from '../locate.ts';
import { shown } from '../messages/index.ts';
import { type NamedPath, namedPath } from './named-path.ts';
import { meaningOf } from './starts.ts';

const pathNames = ['file_path', 'notebook_path', 'path', 'filePath', 'filename', 'file'] as const;

/** Write {file_path, content}. It may replace a file that is there. */
export function readWrite(action: ToolAction, where: Where): Finding[] {
  const raw = textOf(action.input, ...pathNames);
  if (raw === undefined) return [withoutPath({ id: 'files.write', params: { paths: action.name } }, 'changes')];
  const file = namedPath(raw, where);
  const text = textOf(action.input, 'content', 'contents', 'text', 'file_text') ?? '';
  return [touching(file, { id: 'files.write', params: { paths: file.name } }, ['changes', 'creates'], text, where)];
}

/** Edit, MultiEdit and NotebookEdit. The text inside is only text. */
export function readEdit(action: ToolAction, where: Where): Finding[] {
  const raw = textOf(action.input, ...pathNames);
  if (raw === undefined) return [withoutPath({ id: 'files.change', params: { paths: action.name } }, 'changes')];
  const file = namedPath(raw, where);
  const { does, text, creates } = editOf(action.input, file);
  return [touching(file, does, creates ? ['changes', 'creates'] : ['changes'], text, where)];
}

function editOf(input: unknown, file: NamedPath): { does: Said; text: string; creates?: boolean } {
  const given = members(input);
  if (Array.isArray(given['edits'])) {
    const edits: unknown[] = given['edits'];
    return {
      does: { id: 'edit.places', params: { path: file.name, count: Math.max(1, edits.length) } },
      text: edits.map((edit) => textOf(edit, 'new_string') ?? '').join('\n'),
    };
  }
  if (Object.hasOwn(given, 'notebook_path') || Object.hasOwn(given, 'new_source')) {
    const mode = given['edit_mode'];
    const id = mode === 'insert' ? 'edit.cell-add' : mode === 'delete' ? 'edit.cell-remove' : 'edit.cell';
    return { does: { id, params: { path: file.name } }, text: '' };
  }
  const text = textOf(input, 'new_string', 'new_str', 'content') ?? '';
  const old = textOf(input, 'old_string', 'old_str');
  if (given['replace_all'] === true && old !== undefined)
    return { does: { id: 'edit.everywhere', params: { path: file.name, old: shown(old, 60) } }, text };
  if (given['old_string'] === '')
    return { does: { id: 'files.write', params: { paths: file.name } }, text, creates: true };
  return { does: { id: 'edit.places', params: { path: file.name, count: 1 } }, text };
}

/** A file is written, changed, moved or deleted: adds what that file means. */
export function touching(file: NamedPath, does: Said, chips: Finding['chips'], text: string, where: Where): Finding {
  const meaning = meaningOf(file, text, where);
  return {
    does,
    chips: [...chips, ...meaning.chips],
    places: [file.place],
    notes: meaning.notes,
    ...(file.maybe.length > 0 && { maybe: file.maybe }),
  };
}

/** Read {file_path}, and whatever else looks at one file. */
export function readRead(action: ToolAction, where: Where): Finding[] {
  const raw = textOf(action.input, ...pathNames, 'directory', 'dir');
  if (raw === undefined) return [withoutPath({ id: 'files.read', params: { paths: action.name } }, 'reads')];
  const file = namedPath(raw, where);
  const folder = /^(?:LS|list)/i.test(action.name);
  return [
    {
      does: { id: folder ? 'files.list' : 'files.read', params: { paths: file.name } },
      chips: ['reads'],
      places: [file.place],
      notes: isSecret(file)
        ? [{ id: 'starts.keys', params: { path: file.name.replace(/^.*[\\/](?=[^\\/])/, '') } }]
        : [],
      ...(file.maybe.length > 0 && { maybe: file.maybe }),
    },
  ];
}

/** Grep {pattern, path?, glob?} and Glob {pattern, path?}; without a path they look where the agent is. */
export function readSearch(action: ToolAction, where: Where): Finding[] {
  const pattern = textOf(action.input, 'pattern', 'query', 'regex', 'glob') ?? '';
  const raw = textOf(action.input, 'path', 'directory', 'dir', 'folder');
  const names = /glob|find|files/i.test(action.name);
  const { base, rest } = names
    ? baseOf(isWindows(where) ? pattern.replaceAll('\\', '/') : pattern)
    : { base: '', rest: pattern };
  const folder = namedPath(raw === undefined ? base || '.' : base.startsWith('/') ? base : joined(raw, base), where);
  const glob = names ? undefined : textOf(action.input, 'glob');
  const odd = folder.maybe;
  // `*/../../x` climbs out behind its first star.
  const climbs =
    names && rest.includes('..') ? [namedPath(joined(folder.path, rest.replace(/[*?[\]{}]+/g, '_')), where).place] : [];
  return [
    {
      does: {
        id: names ? 'files.find' : 'files.search',
        params: { pattern: shown(rest || pattern), paths: folder.name },
      },
      chips: ['reads'],
      places: [folder.place, ...climbs],
      notes: glob === undefined ? [] : [{ id: 'note.only-named', params: { pattern: shown(glob) } }],
      ...(odd.length > 0 && { maybe: odd }),
    },
  ];
}

/** Parts a glob into the folder that it starts from and what is looked for there. */
function baseOf(pattern: string): { base: string; rest: string } {
  const pieces = pattern.split('/');
  const wild = pieces.findIndex((piece) => /[*?[{]/.test(piece));
  const upTo = wild < 0 ? pieces.length - 1 : wild;
  const base = pieces.slice(0, upTo).join('/');
  return { base: upTo > 0 && base === '' ? '/' : base, rest: pieces.slice(upTo).join('/') };
}

const joined = (folder: string, below: string): string => (below === '' ? folder : `${folder}/${below}`);

/** A request for a file that does not say which. */
export function withoutPath(does: Said, chip: 'changes' | 'reads' | 'deletes'): Finding {
  return { does, chips: [chip], places: [], maybe: [{ id: 'maybe.no-path' }] };
}

const secrets =
  /\/\.(?:ssh\/(?!.*\.pub$)|gnupg\/|aws\/credentials|netrc$|pgpass$|npmrc$|pypirc$|git-credentials$|env(?:\.|$)|docker\/config\.json|kube\/config)|\.(?:pem|key|p12|pfx|kdbx|keychain-db)$|\/etc\/(?:shadow|sudoers)/i;
const isSecret = (file: NamedPath): boolean => secrets.test(file.path.replaceAll('\\', '/'));
