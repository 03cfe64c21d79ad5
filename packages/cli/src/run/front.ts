import type { TaskCommand, TaskEvent } from '@bureau/contracts';

/** How a run is shown, and how the person answers: JSON lines, or a conversation in the terminal. */
export interface Front {
  show(event: TaskEvent): void;
  /** Begins to read what the person wants. `gone`: the one in charge is no longer there. */
  listen(to: {
    readonly command: (command: TaskCommand) => void;
    /** A line that means nothing; it changes nothing. */
    readonly wrong: (message: string, detail: string) => void;
    readonly gone: () => void;
  }): void;
  close(): void;
}
