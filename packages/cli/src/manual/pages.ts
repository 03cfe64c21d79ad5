/** What is said of a command: its help, its completion and the man page are all made from this. */
export interface Page {
  /** In the list of commands; a short sentence without its full stop. */
  readonly about: string;
  /** What follows `bureau COMMAND`, one line a way to use it. */
  readonly usage: readonly string[];
  readonly text: string;
  readonly options: readonly Option[];
  /** What its arguments are completed with. */
  readonly completes?: 'folder' | 'task' | 'command' | 'shell';
  readonly exitCodes?: string;
}
export interface Option {
  readonly flag: `--${string}`;
  /** How its value is called; none for a switch. */
  readonly value?: string;
  readonly about: string;
  /** What the value is completed with. */
  readonly completes?: 'folder' | 'file' | readonly string[];
}

export const dataDirOption: Option = {
  flag: '--data-dir',
  value: 'DIR',
  about: 'where Bureau keeps its data (BUREAU_DATA_DIR, else the usual place)',
  completes: 'folder',
};
const json = (about: string): Option => ({ flag: '--json', about });
const languages = ['en', 'ko', 'zh-TW'];

export const pages = {
  open: {
    about: 'Open Bureau (also just `bureau`)',
    usage: ['[open] [FOLDER] [--no-window] [--port N] [--json]'],
    text: 'Opens Bureau: the desktop app when it is installed, else a window of an installed browser, else it says where to go. It runs until Ctrl-C (or SIGTERM), which stops every task; a receipt says what was ended. FOLDER is offered for a new task.',
    options: [
      { flag: '--no-window', about: 'only the host, for servers: it prints the address' },
      { flag: '--port', value: 'N', about: 'listen on this port of 127.0.0.1; without it on any free one' },
      json('print {"url","pid","dataDir","version"} on one line when it can be used; opens no window'),
    ],
    completes: 'folder',
    exitCodes: '0 ended as asked, 1 could not be opened, 2 wrong use, 3 something of a task survived.',
  },
  run: {
    about: 'Hand a piece of work to an agent, here in the terminal',
    usage: ['run [OPTIONS] PROMPT'],
    text: 'Hands a piece of work to an agent, here in the terminal. What it wants to do comes as a card; answer with its number. Ctrl-C stops the task: everything it started is ended. The task ends with this terminal.',
    options: [
      {
        flag: '--agent',
        value: 'AGENT',
        about: 'claude, codex or practice (the one used last, or the first that is installed)',
        completes: ['claude', 'codex', 'practice'],
      },
      { flag: '--folder', value: 'DIR', about: 'where it works (here)', completes: 'folder' },
      { flag: '--model', value: 'MODEL', about: 'one of the agent’s models (its own choice)' },
      { flag: '--resume', value: 'ID', about: 'go on with a session of the agent' },
      { flag: '--plan', about: 'begin in the agent’s plan mode' },
      {
        flag: '--prompt-file',
        value: 'FILE',
        about: 'read the prompt from a file (an argument holds at most 128 KiB)',
        completes: 'file',
      },
      {
        flag: '--no-input',
        about: 'nobody answers: permissions and questions are refused; it finishes with its turn',
      },
      json('events as JSON lines out, commands in'),
    ],
    exitCodes:
      '0 finished, or stopped and proved gone; 1 the agent could not start or its last turn failed; 2 wrong use; 3 something is left.',
  },
  guard: {
    about: 'Run one command inside a hold and end everything it started',
    usage: ['guard [OPTIONS] -- COMMAND [ARG…]'],
    text: 'Runs one command inside a hold and ends everything it started: when it ends, at a limit, at a signal, or when this program itself is killed.',
    options: [
      { flag: '--timeout', value: 'SEC', about: 'for the whole run (exit code 124)' },
      { flag: '--idle-timeout', value: 'SEC', about: 'without output (124)' },
      { flag: '--max-line', value: 'BYTES', about: 'for one line of output (1)' },
      { flag: '--grace', value: 'MS', about: 'between TERM and KILL; 0 kills at once (500)' },
      { flag: '--leave', about: 'what the command left when it ended by itself may go on' },
      { flag: '--with-parent', about: 'also ends when the parent of this program is gone' },
      { flag: '--stdin', about: 'passes standard input on (else it is empty)' },
      {
        flag: '--receipt',
        value: 'FILE',
        about: 'writes what was ended, what is left and how it was proved, as JSON',
        completes: 'file',
      },
      json('tells of start, exit and stop as JSON lines on file 3, or on stderr'),
    ],
    completes: 'command',
    exitCodes:
      'the command’s own (128+n for a signal), 3 when something survived or its end could not be proved, 124 at a time limit, 126 not executable, 127 not found, 2 wrong use.',
  },
  explain: {
    about: 'Say in plain words what a command would do',
    usage: ['explain [OPTIONS] -- COMMAND', 'explain --batch < LINES'],
    text: 'Says in plain words what a command would do. Reads its text only; nothing is run.',
    options: [
      { flag: '--folder', value: 'DIR', about: 'the folder that was picked (the current one)', completes: 'folder' },
      { flag: '--cwd', value: 'DIR', about: 'where the command starts (the folder)', completes: 'folder' },
      { flag: '--home', value: 'DIR', about: 'whose home «~» is (yours)', completes: 'folder' },
      {
        flag: '--shell',
        value: 'NAME',
        about: 'bash (also for sh and zsh), powershell or cmd',
        completes: ['bash', 'powershell', 'cmd'],
      },
      { flag: '--look', about: 'also look at the folder: is it there, how much would go, where do links lead' },
      { flag: '--lang', value: 'L', about: 'en, ko or zh-TW (BUREAU_LANG, else en)', completes: languages },
      json('one JSON object'),
      { flag: '--batch', about: 'JSON lines in, JSON lines out, in the same order' },
    ],
    completes: 'command',
  },
  tasks: {
    about: 'List the tasks',
    usage: ['tasks [--json] [--archived]'],
    text: 'Lists the tasks, the most recently changed first, from the running Bureau or from its journal.',
    options: [json('one object a line, archived ones as well'), { flag: '--archived', about: 'archived ones as well' }],
  },
  ps: {
    about: 'List what the tasks run now',
    usage: ['ps [TASK] [--json]'],
    text: 'Lists every process that the tasks run now, the agents included; with TASK those of this task only.',
    options: [json('{"pid","startedAt","command","cwd","ports","task",…} a line')],
    completes: 'task',
  },
  stop: {
    about: 'Stop a task, or all of them',
    usage: ['stop TASK [--json]', 'stop --all [--json]'],
    text: 'Stops a task, or all of them: everything they started is ended, and a receipt says what was.',
    options: [
      { flag: '--all', about: 'every task, also those that a `bureau run` in a terminal owns' },
      json('{"task","receipt"} a line'),
    ],
    completes: 'task',
    exitCodes:
      '0 stopped and proved gone, 1 could not be stopped, 2 wrong use, 3 something survived or its end could not be proved.',
  },
  office: {
    about: 'List every agent at work, also those started in a terminal',
    usage: ['office [--json] [--watch] [--claude-dir DIR]… [--codex-dir DIR]…'],
    text: 'Lists every Claude Code and Codex session at its desk, also those started in a terminal, the most recently active first. Only reads; nothing is written into the agents’ folders.',
    options: [
      json('one JSON object a line: a desk, or {"desk","removed":true}'),
      { flag: '--watch', about: 'goes on with each change until it is ended' },
      {
        flag: '--claude-dir',
        value: 'DIR',
        about: 'a ~/.claude folder to read, instead of the usual ones (may be repeated)',
        completes: 'folder',
      },
      {
        flag: '--codex-dir',
        value: 'DIR',
        about: 'a $CODEX_HOME folder to read, instead of the usual ones (may be repeated)',
        completes: 'folder',
      },
    ],
  },
  doctor: {
    about: 'Check what is installed, and what to do about what is not',
    usage: ['doctor [--json]'],
    text: 'Checks what is installed (agents, versions, logins), how this computer can hold what a task starts, and the data folder; says what is wrong and what to do.',
    options: [json('the whole report as one object')],
  },
  completion: {
    about: 'Print what makes a shell complete `bureau`',
    usage: ['completion bash|zsh|fish'],
    text: 'Prints a script for your shell. For bash: `source <(bureau completion bash)` in ~/.bashrc. For zsh: `bureau completion zsh > ~/.zfunc/_bureau`, with that folder in $fpath. For fish: `bureau completion fish > ~/.config/fish/completions/bureau.fish`.',
    options: [],
    completes: 'shell',
  },
  man: {
    about: 'Print the manual page',
    usage: ['man'],
    text: 'Prints Bureau’s manual page; `bureau man | man -l -` shows it.',
    options: [],
  },
} as const satisfies Record<string, Page>;

export type CommandName = keyof typeof pages;
export const commandNames = Object.keys(pages) as readonly CommandName[];

/** Where it stands what each environment variable does. */
export const environment: readonly { readonly name: string; readonly about: string }[] = [
  { name: 'BUREAU_DATA_DIR', about: 'where Bureau keeps its data' },
  { name: 'BUREAU_CLAUDE_PATH', about: 'the file of Claude Code, where it isn’t found by itself' },
  { name: 'BUREAU_CODEX_PATH', about: 'the file of Codex, where it isn’t found by itself' },
  { name: 'BUREAU_LANG', about: 'en, ko or zh-TW' },
  { name: 'BUREAU_BROWSER', about: 'the browser for Bureau’s window' },
  { name: 'BUREAU_DESKTOP', about: 'the desktop app' },
];
