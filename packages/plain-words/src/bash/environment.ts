import { shown } from '../messages/index.ts';
import { add, isKnown, plainName, type Run, target, type Value } from '../windows/run.ts';

/** Variables after which names mean other programs, or other code is loaded into them. */
const otherPrograms =
  /^(?:PATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|BASH_ENV|ENV|IFS|CDPATH|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|ZDOTDIR|GIT_EXEC_PATH|GIT_CONFIG_\w+|GIT_TEMPLATE_DIR|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|PYTHONSTARTUP|PYTHONHOME|NODE_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|LESSOPEN|LESSCLOSE|npm_config_(?:script_shell|node_options|prefix|userconfig)|RUSTC_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|TAR_OPTIONS|RSYNC_RSH|MAKEFLAGS|PHP_INI_SCAN_DIR|PYTHONUSERBASE|SSH_ASKPASS|SUDO_ASKPASS|GCONV_PATH|MANPATH)$/i;

/** Variables whose value is a command line that a program starts. */
const commandLines =
  /^(?:GIT_SSH_COMMAND|GIT_SSH|GIT_PAGER|PAGER|MANPAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|GIT_ASKPASS|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|BROWSER|KUBE_EDITOR|KUBECTL_EXTERNAL_DIFF|FCEDIT|SYSTEMD_EDITOR|SYSTEMD_PAGER|LESSEDIT|BAT_PAGER|DELTA_PAGER|GH_PAGER|GH_EDITOR|GH_BROWSER|AWS_PAGER|PSQL_PAGER|PSQL_EDITOR)$/;

/** Programs that only show text, or let the person write. */
const shows =
  /^(?:|cat|less(?: -\w+)*|more|most|head|tail|bat|delta|true|:|false|echo|vi|vim|nvim|nano|emacs|pico|code(?: --wait| -w)*|subl(?: -w)?|open|xdg-open|firefox|none)$/;

/** Where a program looks for code of its language; usual in project tasks. */
const codeFolders = /^(?:PYTHONPATH|NODE_PATH|CLASSPATH|GOPATH|GOFLAGS|GEM_PATH|GEM_HOME|PYTHONSAFEPATH)$/;

/** Where packages come from. */
const sources =
  /^(?:npm_config_registry|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?|GOPROXY|GONOSUMDB|GONOSUMCHECK|HOMEBREW_\w*DOMAIN|YARN_REGISTRY|CARGO_REGISTRIES_\w+|RUSTUP_DIST_SERVER)$/i;

/** What setting this variable means beyond its value. */
export function environment(name: string, value: Value, run: Run): undefined {
  const text = plainName(value);
  if (otherPrograms.test(name))
    return add(run, 'settings.words-value', { name, value: text }, ['runs-code'], {
      maybe: [{ id: 'maybe.words', params: { name } }],
    });
  if (commandLines.test(name)) return startsProgram(name, value, run);
  if (codeFolders.test(name)) {
    const at = target(run, value);
    return add(run, 'variable.code-folder', { name, value: text }, ['reads'], { places: at.places });
  }
  if (sources.test(name))
    return add(run, 'variable.source', { name, value: text }, [], { places: [{ id: 'network' }] });
  if (/^(?:GIT_DIR|GIT_WORK_TREE|GIT_INDEX_FILE|GIT_OBJECT_DIRECTORY)$/.test(name)) {
    const at = target(run, value);
    return add(run, 'variable.git-place', { name, value: at.name }, ['reads'], { places: at.places, maybe: at.maybe });
  }
}

function startsProgram(name: string, value: Value, run: Run): undefined {
  const command = value.text.trim();
  if (isKnown(value) && shows.test(command)) return;
  add(run, 'run.helper', { name, command: plainName(value) }, ['runs-code'], {
    maybe: isKnown(value) ? [] : value.unknown.map((one) => ({ id: 'maybe.variable', params: { name: shown(one) } })),
  });
  if (isKnown(value)) run.inner('bash', command, run);
}
