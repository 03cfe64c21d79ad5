import type { Chip, Place } from '@bureau/contracts';
import type { Finding, Said } from './finding.ts';
import { locate, type Where } from './locate.ts';
import { shown, size } from './messages/index.ts';
import type { Language, Look, LookedPath } from './types.ts';

/**
 * Sharpens what was found in the text by what the engine found in the folder: creates or changes, how much a delete
 * takes, where links lead, what a project task runs. `readTask` reads the text of a task, one level deep.
 */
export function withLook(
  findings: readonly Finding[],
  look: Look,
  where: Where,
  language: Language,
  readTask: (text: string) => readonly Finding[],
): readonly Finding[] {
  const byPath = new Map(
    look.paths.filter(isOnePath).map((one) => [one.path, withoutOwnLink(one, look.realFolder, where.folder)]),
  );
  const sharpened = findings.map((finding) => sharpen(finding, byPath, where, language));
  const tasks = look.tasks.flatMap((one): Finding[] => {
    const [first, ...rest] = readTask(one.runs);
    if (!first) return [];
    const said: Said = { id: 'note.task-runs', params: { task: shown(one.task), runs: shown(one.runs) } };
    return [
      { ...first, notes: [said, ...(first.notes ?? [])], part: one.runs },
      ...rest.map((inner) => ({ ...inner, part: one.runs })),
    ];
  });
  return [...sharpened, ...tasks];
}

/** A pattern is no path: that nothing is called `*.log` says nothing. */
const isOnePath = ({ path, exists }: LookedPath): boolean => exists || !/[*?]/.test(path);

/** A link on the way to the chosen folder itself is none that a card speaks of. */
function withoutOwnLink(one: LookedPath, realFolder: string | undefined, folder: string): LookedPath {
  const { realPath, ...rest } = one;
  if (realPath === undefined || realFolder === undefined) return one;
  const below = realPath === realFolder || /^[\\/]/.test(realPath.slice(realFolder.length));
  if (!realPath.startsWith(realFolder) || !below) return one;
  const path = folder + realPath.slice(realFolder.length);
  return path === one.path ? rest : { ...one, realPath: path };
}

/** A link that is deleted goes alone: what it leads to stays. */
const goesAlone = (finding: Finding, found: LookedPath): boolean => deletes(finding) && found.kind === 'other';

function sharpen(finding: Finding, byPath: ReadonlyMap<string, LookedPath>, where: Where, language: Language): Finding {
  const looked = finding.places.flatMap((place) => {
    const found = place.path === undefined ? undefined : byPath.get(place.path);
    return found ? [found] : [];
  });
  if (looked.length === 0) return finding;
  const one = finding.places.length === 1 && looked.length === 1 ? looked[0] : undefined;
  const notes: Said[] = [];
  for (const found of looked) notes.push(...notesOf(finding, found, one !== undefined, where, language));
  return {
    ...finding,
    ...(one && sharperWords(finding, one, language)),
    places: finding.places.map((place) => realPlace(place, finding, byPath, where)),
    notes: [...notes, ...(finding.notes ?? [])],
  };
}

/** A link's place is where it leads. */
function realPlace(place: Place, finding: Finding, byPath: ReadonlyMap<string, LookedPath>, where: Where): Place {
  const looked = place.path === undefined ? undefined : byPath.get(place.path);
  const real = looked?.realPath;
  if (real === undefined || real === place.path || goesAlone(finding, looked!)) return place;
  const found = locate(real, where);
  return { id: found.place.id, path: shown(found.path, 4096) };
}

const deletes = (finding: Finding): boolean => finding.does.id.startsWith('files.delete');
const without = (chips: readonly Chip[], chip: Chip): readonly Chip[] => chips.filter((one) => one !== chip);

/** The words for the one path that a finding is about. */
function sharperWords(finding: Finding, found: LookedPath, language: Language): Partial<Finding> {
  const { does, chips } = finding;
  if (does.id === 'files.write' || does.id === 'files.overwrite' || does.id === 'files.create') {
    if (!found.exists)
      return {
        does: { ...does, id: 'files.create' },
        chips: without(chips.includes('creates') ? chips : [...chips, 'creates'], 'changes'),
      };
    if (does.id === 'files.create')
      return { does: { ...does, id: 'files.overwrite' }, chips: [...without(chips, 'creates'), 'changes'] };
    return { does: { ...does, id: 'files.overwrite' }, chips: without(chips, 'creates') };
  }
  if (deletes(finding) && found.exists) {
    const path = nameOf(finding);
    if (path === undefined) return {};
    const { files, bytes = 0 } = found;
    if (found.kind === 'folder' && files === 0) return { does: { id: 'files.delete-empty', params: { path } } };
    if (found.kind === 'folder' && files !== undefined)
      return {
        does: {
          id: found.atLeast ? 'files.delete-at-least' : 'files.delete-counted',
          params: { path, files, size: size(language, bytes) },
        },
      };
    if (found.kind === 'file' && found.bytes !== undefined)
      return { does: { id: 'files.delete-sized', params: { path, size: size(language, bytes) } } };
  }
  return {};
}

function nameOf(finding: Finding): string | undefined {
  const name = finding.does.params?.['paths'];
  if (typeof name === 'string') return name;
  return typeof name === 'object' && name.length === 1 ? name[0] : undefined;
}

function notesOf(finding: Finding, found: LookedPath, alone: boolean, where: Where, language: Language): Said[] {
  const notes: Said[] = [];
  const name = locate(found.path, where).name;
  const path = shown(name === '.' ? found.path : name);
  const touchesIt = finding.chips.some((chip) => chip !== 'reads' && chip !== 'creates');
  if (!found.exists) {
    if (touchesIt && !/^files\.(?:write|overwrite|create|append|copy|move|rename)/.test(finding.does.id))
      notes.push({ id: 'note.missing', params: { path } });
    return notes;
  }
  if (found.realPath !== undefined && found.realPath !== found.path) {
    const real = locate(found.realPath, where).name;
    notes.push({
      id: goesAlone(finding, found) ? 'note.link-alone' : 'note.link',
      params: { path, real: shown(real === '.' ? found.realPath : real) },
    });
  }
  if (deletes(finding)) {
    if (!alone && found.kind === 'folder' && found.files !== undefined)
      notes.push({
        id: found.atLeast ? 'note.holds-at-least' : 'note.holds',
        params: { path, files: found.files, size: size(language, found.bytes ?? 0) },
      });
    if (found.inGit !== undefined)
      notes.push({ id: found.inGit ? 'note.in-git' : 'note.not-in-git', params: { path } });
  } else if (found.inGit === false && /^files\.(?:overwrite|empty|write)/.test(finding.does.id))
    notes.push({ id: 'note.not-in-git', params: { path } });
  return notes;
}
