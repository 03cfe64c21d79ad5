import { commandNames, dataDirOption, type Option, type Page, pages } from './pages.ts';

export const completionShells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof completionShells)[number];

const optionsOf = (name: keyof typeof pages): readonly Option[] => [...pages[name].options, dataDirOption];
/** Ids of tasks, from Bureau itself. */
const askTasks = `bureau tasks --json 2>/dev/null | sed -n 's/^{"task":"\\([^"]*\\)".*/\\1/p'`;

/** A script that makes a shell complete \`bureau\`. */
export function completionFor(shell: CompletionShell): string {
  return { bash, zsh, fish }[shell]();
}

function bash(): string {
  const commands = commandNames.map((name) => {
    const page: Page = pages[name];
    const flags = optionsOf(name).map(({ flag }) => flag);
    const args =
      page.completes === 'task'
        ? `COMPREPLY+=($(compgen -W "$(${askTasks})" -- "$word"))`
        : page.completes === 'folder'
          ? 'compopt -o filenames; COMPREPLY+=($(compgen -d -- "$word"))'
          : page.completes === 'command'
            ? 'COMPREPLY+=($(compgen -c -- "$word"))'
            : page.completes === 'shell'
              ? `COMPREPLY+=($(compgen -W "${completionShells.join(' ')}" -- "$word"))`
              : ':';
    return `    ${name}) COMPREPLY=($(compgen -W "${flags.join(' ')} --help" -- "$word")); [[ $word == -* ]] || { ${args}; } ;;`;
  });
  return `# bash completion for bureau: source <(bureau completion bash)
_bureau() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  case "$command $before" in
${valueCases().join('\n')}
  esac
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W "${commandNames.join(' ')} --help --version" -- "$word"))
    return
  fi
  case $command in
${commands.join('\n')}
  esac
}
complete -F _bureau bureau
`;
}

/** The values of options, for bash; folders and files by its own means. */
function valueCases(): string[] {
  return commandNames.flatMap((name) =>
    optionsOf(name).flatMap(({ flag, value, completes }) => {
      if (!value) return [];
      const how =
        completes === 'folder'
          ? 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$word"))'
          : completes === 'file'
            ? 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$word"))'
            : completes === undefined
              ? 'COMPREPLY=()'
              : `COMPREPLY=($(compgen -W "${completes.join(' ')}" -- "$word"))`;
      return [`    '${name} ${flag}') ${how}; return ;;`];
    }),
  );
}

function zsh(): string {
  const quote = (words: string): string => words.replace(/['[\]:\\`$]/g, (one) => (one === "'" ? "'\\''" : `\\${one}`));
  const spec = ({ flag, value, about, completes }: Option): string => {
    const how =
      completes === 'folder'
        ? '_files -/'
        : completes === 'file'
          ? '_files'
          : completes === undefined
            ? ' '
            : `(${completes.join(' ')})`;
    return `'${flag}[${quote(about)}]${value ? `:${value}:${how}` : ''}'`;
  };
  const cases = commandNames.map((name) => {
    const page: Page = pages[name];
    const args = {
      task: `'*:task:{compadd -- \${(f)"$(${askTasks.replaceAll("'", "'\\''")})"}}'`,
      folder: "'*:folder:_files -/'",
      command: "'*::command:_normal'",
      shell: `'*:shell:(${completionShells.join(' ')})'`,
    };
    const parts = [...optionsOf(name).map(spec), ...(page.completes ? [args[page.completes]] : [])];
    return `    ${name}) _arguments ${parts.join(' ')} ;;`;
  });
  return `#compdef bureau
# zsh completion for bureau: bureau completion zsh > a folder of $fpath/_bureau
_bureau() {
  local -a commands
  commands=(${commandNames.map((name) => `'${name}:${quote(pages[name].about)}'`).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
_bureau "$@"
`;
}

function fish(): string {
  const quote = (words: string): string => `'${words.replace(/['\\]/g, '\\$&')}'`;
  const lines = commandNames.flatMap((name) => {
    const page: Page = pages[name];
    const when = `-n '__fish_seen_subcommand_from ${name}'`;
    const options = optionsOf(name).map(({ flag, value, about, completes }) => {
      const how = Array.isArray(completes)
        ? ` -x -a ${quote(completes.join(' '))}`
        : completes === 'folder'
          ? " -x -a '(__fish_complete_directories)'"
          : value
            ? ' -r'
            : '';
      return `complete -c bureau ${when} -l ${flag.slice(2)}${how} -d ${quote(about)}`;
    });
    const args =
      page.completes === 'task'
        ? [`complete -c bureau ${when} -a ${quote(`(${askTasks})`)}`]
        : page.completes === 'folder'
          ? [`complete -c bureau ${when} -a '(__fish_complete_directories)'`]
          : page.completes === 'shell'
            ? [`complete -c bureau ${when} -a '${completionShells.join(' ')}'`]
            : [];
    return [`complete -c bureau -n __fish_use_subcommand -a ${name} -d ${quote(page.about)}`, ...options, ...args];
  });
  return `# fish completion for bureau: bureau completion fish > ~/.config/fish/completions/bureau.fish
complete -c bureau -f
${lines.join('\n')}
`;
}
