import { readCommand } from './command-line.ts';
import type { Front } from './front.ts';
import { linesIn } from './lines-in.ts';

/** Events out as JSON lines, commands in. */
export function jsonFront(): Front {
  let stopReading = () => {};
  let gone = () => {};
  let lost = false;
  // Nobody reads any more: the one in charge is gone.
  const onError = (): void => {
    lost = true;
    gone();
  };
  process.stdout.on('error', onError);
  return {
    show(event) {
      if (!lost) process.stdout.write(`${JSON.stringify(event)}\n`);
    },
    listen(to) {
      gone = to.gone;
      if (lost) gone();
      stopReading = linesIn(process.stdin, {
        line(text) {
          const read = readCommand(text);
          if (read.ok) to.command(read.command);
          else to.wrong(`A line on stdin was not understood: ${read.why}. It changed nothing.`, text.slice(0, 500));
        },
        tooLong: () => to.wrong('A line on stdin was longer than 16 MiB. It changed nothing.', ''),
        end: to.gone,
      });
    },
    close() {
      stopReading();
    },
  };
}
