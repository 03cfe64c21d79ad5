import type { HandedOver } from '@bureau/contracts';
import { recognise } from './recognise.ts';
import { simpleCommands } from './simple-commands.ts';

/**
 * What a command line asked other programs to go on with: read from the words only, so a script's own
 * contents aren't known. `seen`: command lines of processes that were met.
 */
export function handedOver(command: readonly string[], seen: readonly string[] = []): HandedOver[] {
  const found = new Map<string, HandedOver>();
  const add = (words: readonly string[]): void => {
    for (const simple of simpleCommands(words)) {
      const to = recognise(simple);
      if (to) found.set(`${to} ${simple.join(' ')}`, { to, command: simple.join(' ') });
    }
  };
  add(command);
  for (const line of seen) add(line.split(' '));
  return [...found.values()];
}
