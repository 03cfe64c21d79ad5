import { shown } from '../messages/index.ts';
import { add, isKnown, plainName, type Run, target, type Value } from '../windows/run.ts';

/** A file with code that is run: nobody looks into it here. */
export function readScriptFile(file: Value, run: Run): undefined {
  if (file.stream) {
    add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
    return;
  }
  const at = target(run, file);
  add(run, 'run.script', { paths: at.name }, ['runs-code'], {
    places: at.places,
    maybe: [{ id: 'maybe.program', params: { name: at.name } }, ...at.maybe],
  });
}

/** Code in a language that is not read. `code` is undefined where it comes from elsewhere. */
export function readCode(language: string, code: Value | undefined, run: Run, onlyPrints = false): undefined {
  add(run, 'run.language', { name: language }, ['runs-code'], {
    ...(code &&
      isKnown(code) &&
      !onlyPrints && { notes: [{ id: 'note.code', params: { text: shown(code.text, 100) } }] }),
    maybe: onlyPrints ? [] : [{ id: 'maybe.code' }],
  });
}

/** What a program gets on its input and runs. */
export function runsInput(language: string, run: Run): undefined {
  const { input } = run;
  if (input?.downloaded) {
    add(run, 'run.downloaded', {}, ['runs-code'], { maybe: [{ id: 'maybe.downloaded' }] });
    return;
  }
  readCode(language, input?.value, run);
}

/** Names for a sentence, joined. */
export const namesOf = (values: readonly Value[], most = 120): string =>
  shown(values.map((one) => plainName(one)).join(' '), most);
