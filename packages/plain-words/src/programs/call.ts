import { hasOddCharacters } from '../characters.ts';
import { isWindows } from '../locate.ts';
import { shown } from '../messages/index.ts';
import { add, isKnown, literal, type Run, runsUnknown, target, type Value } from '../windows/run.ts';
import { applySpec } from './apply.ts';
import { readScriptFile } from './scripts.ts';
import { specOf } from './table.ts';

/** A well-known program in a command of any shell; false where nobody knows it. */
export function sharedProgram(name: string, args: readonly Value[], run: Run): boolean {
  const spec = specOf(name);
  if (!spec) return false;
  applySpec(spec, name, args, run);
  return true;
}

/** Folders where the programs of the system lie; the name in them says which it is. */
const programFolders =
  /^(?:\/usr(?:\/local)?)?\/s?bin\/([^/]+)$|^\/opt\/(?:homebrew|local)\/s?bin\/([^/]+)$|^\/usr\/(?:libexec|share)\/(?:[^/]+\/)*([^/]+)$|^\/Applications\/Xcode\.app\/.+\/bin\/([^/]+)$/;

/** Programs that a project keeps in itself: the tool is known by its name. */
const projectPrograms =
  /^(?:.*\/)?(?:node_modules\/\.bin|vendor\/bin|\.?v?env\/bin|\.?venv[\w.-]*\/bin|\.?v?env\/Scripts|\.?venv[\w.-]*\/Scripts)\/([^/]+?)(?:\.exe|\.cmd)?$/;

/** Calls a program by its words, in a shell of POSIX kind. */
export function callProgram(first: Value, args: readonly Value[], run: Run): undefined {
  const { text } = first;
  if (!isKnown(first)) {
    runsUnknown(run, 'run.program', first.unknown.join(', '));
    return;
  }
  const system = programFolders.exec(text);
  const project = system ? null : projectPrograms.exec(text);
  const name = system ? (system[1] ?? system[2] ?? system[3] ?? system[4])! : (project?.[1] ?? text);
  if (!name.includes('/')) {
    if (sharedProgram(windowsName(name, run), args, run)) return;
    if (system) {
      runsUnknown(run, 'run.program', text);
      return;
    }
    if (!project) return unknownProgram(name, run);
  }
  const wrapper = /^(?:\.\/|.*\/)?(gradlew|mvnw)$/.exec(text)?.[1];
  if (wrapper) {
    const at = target(run, literal(text));
    applySpec(specOf(wrapper)!, text, args, run);
    if (at.places[0]?.id !== 'inside') readScriptFile(first, run);
    return;
  }
  readScriptFile(first, run);
}

const windowsName = (name: string, run: Run): string =>
  isWindows(run.where) ? name.replace(/\.(?:exe|cmd)$/i, '') : name;

function unknownProgram(name: string, run: Run): undefined {
  // A file in the current folder is never run by its bare name, so there is no path to show.
  add(run, 'run.program', { name: shown(name) }, ['runs-code'], {
    maybe: [
      { id: 'maybe.program', params: { name: shown(name) } },
      ...(hasOddCharacters(name) ? [{ id: 'maybe.odd-characters', params: { text: shown(name) } } as const] : []),
    ],
  });
}
