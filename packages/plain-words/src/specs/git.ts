import { shown } from '../messages/index.ts';
import { applySpec } from '../programs/apply.ts';
import { type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { add, isKnown, literal, looks, plainName, type Run, type Value } from '../windows/run.ts';
import { startsByConfig } from './git-config.ts';
import { folder, inRepo } from './git-steps.ts';
import { subs } from './git-subs.ts';

export const git: readonly Spec[] = [
  {
    names: 'git hub',
    stops: true,
    operands: 'text*',
    options:
      '-C=cwd -c= --git-dir= --work-tree= --exec-path? --html-path --man-path --info-path -p,--paginate -P,--no-pager --no-replace-objects --bare --namespace= --super-prefix= --config-env= --list-cmds= --literal-pathspecs --no-optional-locks --version,-v --help,-h --attr-source= --glob-pathspecs --noglob-pathspecs --icase-pathspecs',
    read: (call, run) => {
      for (const one of values(call, '-c', '--config-env')) startsByConfig(one, run);
      if (value(call, '--exec-path'))
        add(
          run,
          'settings.words-value',
          { name: '--exec-path', value: plainName(value(call, '--exec-path')!) },
          ['runs-code'],
          { maybe: [{ id: 'maybe.words', params: { name: 'git' } }] },
        );
      const tree = value(call, '--git-dir', '--work-tree');
      if (tree) looks(run, 'files.list', values(call, '--git-dir', '--work-tree'));
      const [verb] = call.operands;
      if (!verb) return add(run, 'computer.look', { name: 'git' }, ['reads']);
      const rest = wordsFrom(call, 1);
      if (!isKnown(verb)) return unknownSub(verb, run);
      const sub = subs.get(verb.text);
      if (!sub) return unknownSub(verb, run);
      if (rest.some((one) => one.text === '--help' || (one.text === '-h' && rest.length === 1)))
        return inRepo(run, 'git.look', shown(`${verb.text} --help`), ['reads']);
      applySpec(sub, verb.text, rest, run);
    },
  },
  { names: 'gitk tig lazygit gitui', harmless: true, operands: 'name*', says: 'git.look', chips: ['reads'] },
  { names: 'git-lfs', read: (call, run) => run.call?.([literal('git'), literal('lfs'), ...call.args], run) },
];

function unknownSub(verb: Value, run: Run): undefined {
  const name = shown(`git ${plainName(verb)}`);
  add(run, 'run.program', { name }, ['runs-code'], {
    places: folder(run),
    maybe: [{ id: 'maybe.program', params: { name } }],
  });
}
