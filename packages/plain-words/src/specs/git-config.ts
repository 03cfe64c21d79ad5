import { shown } from '../messages/index.ts';
import { runsHelper } from '../programs/apply.ts';
import { namesOf } from '../programs/scripts.ts';
import { has, type Spec, value, values } from '../programs/spec.ts';
import { add, isKnown, literal, plainName, type Run, target, type Value } from '../windows/run.ts';

/** Settings of git whose value is a program that git starts. */
const programs =
  /^(?:core\.(?:pager|editor|fsmonitor|sshcommand|askpass|gitproxy|alternaterefscommand|hookspath)|pager\..+|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|credential\.helper|credential\..+\.helper|gpg\.program|gpg\..+\.program|alias\..+|protocol\.ext\.allow|uploadpack\.packobjectshook|difftool\..+\.cmd|mergetool\..+\.cmd|browser\..+\.cmd|man\..+\.cmd|interactive\.difffilter|sendemail\.\w*cmd|include\.path|includeif\..+|url\..+\.(?:push)?insteadof|init\.templatedir|remote\..+\.(?:uploadpack|receivepack|vcs|proxy)|http\..*proxy|core\.attributesfile)$/i;

const harmlessPrograms =
  /^(?:|cat|less.*|more|delta|true|false|:|0|1|no|yes|never|vim?|nano|emacs|code --wait|osxkeychain|store|cache.*|manager(?:-core)?|ssh(?: -[\w]+(?: [^\s;|&$`]+)?)*)$/;

/** `git -c core.pager=… log`: a setting for this one command that may start a program. */
export function startsByConfig(given: Value, run: Run): undefined {
  const at = given.text.indexOf('=');
  const key = at < 0 ? given.text : given.text.slice(0, at);
  if (!programs.test(key) || at < 0) return;
  const command: Value = { ...given, text: given.text.slice(at + 1).replace(/^!/, '') };
  if (isKnown(command) && harmlessPrograms.test(command.text.trim())) return;
  const from = run.findings.length;
  if (/hookspath|template|include|insteadof|attributesfile|proxy|\.allow/i.test(key))
    return add(run, 'run.helper', { name: key, command: plainName(command) }, ['runs-code'], {
      maybe: [{ id: 'maybe.program', params: { name: plainName(command) } }],
    });
  runsHelper(command, run);
  const first = run.findings[from];
  if (first) run.findings[from] = { ...first, notes: [{ id: 'note.with', params: { names: [shown(key)] } }] };
}

/** `git config`: reads or changes settings that stay. */
export const gitConfig: Omit<Spec, 'names'> = {
  harmless: true,
  options:
    '--global --system --local --worktree -f,--file= --blob= --get --get-all --get-regexp --get-urlmatch -l,--list -z --name-only --unset --unset-all --add --replace-all --rename-section --remove-section -e,--edit --type= --bool --int --path --default= --show-origin --show-scope --includes --fixed-value --comment= --value= --all --url=',
  read: (call, run) => {
    let operands = call.operands;
    const verb = /^(?:list|get|set|unset|edit|rename-section|remove-section)$/.exec(operands[0]?.text ?? '')?.[0];
    if (verb) operands = operands.slice(1);
    const reading =
      has(call, '--get', '--get-all', '--get-regexp', '--get-urlmatch', '-l') ||
      verb === 'list' ||
      verb === 'get' ||
      (!verb &&
        operands.length < 2 &&
        !has(call, '--unset', '--unset-all', '-e', '--remove-section', '--rename-section', '--add'));
    const file = value(call, '-f');
    const place = file
      ? target(run, file)
      : has(call, '--global')
        ? target(run, literal('~/.gitconfig'))
        : has(call, '--system')
          ? target(run, literal('/etc/gitconfig'))
          : target(run, literal('.git/config'));
    const name = namesOf(operands) || verb || 'config';
    if (reading) {
      run.output = { list: true, words: 'git config' };
      return add(run, 'git.look', { name: shown(`config ${namesOf(operands)}`.trim()) }, ['reads'], {
        places: place.places,
      });
    }
    const key = operands[0]?.text ?? '';
    add(
      run,
      has(call, '--unset', '--unset-all', '--remove-section') || verb === 'unset' ? 'git.config-unset' : 'git.config',
      { name },
      ['settings'],
      {
        places: place.places,
        notes: programs.test(key)
          ? [
              {
                id: 'note.git-starts',
                params: { name: shown(values(call, '--value')[0]?.text ?? operands[1]?.text ?? key) },
              },
            ]
          : [],
      },
    );
  },
};
