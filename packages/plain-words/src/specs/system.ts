import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, values } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, type Value } from '../windows/run.ts';
import { byFlag } from './administration.ts';
import { readShellText } from './wrappers.ts';

export const unknownIn = (given: readonly Value[]): readonly Said[] =>
  given.flatMap((one) =>
    one.listed ? [] : one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } })),
  );

export const etc = (run: Run) => [{ id: 'system' as const, path: target(run, literal('/etc')).places[0]!.path! }];

const stops = (call: Call, run: Run): undefined => {
  const name = namesOf(call.operands.filter((one) => !/^-\w*\d*$/.test(one.text)));
  const ports = call.name === 'fuser' ? call.operands : [];
  (call.unknown as string[]).length = 0;
  if (has(call, '-l', '--list', '-0') || call.args.some((one) => one.text === '-0'))
    return add(
      run,
      'program.list',
      {},
      ['reads'],
      name ? { notes: [{ id: 'note.with', params: { names: [name] } }] } : {},
    );
  if (call.name === 'fuser' && !has(call, '-k')) return add(run, 'computer.look', { name: `fuser ${name}` }, ['reads']);
  add(run, 'program.stop', { name: name || namesOf(ports) || call.name }, ['stops-programs'], {
    maybe: unknownIn(call.operands),
  });
};

const packageRows = [
  row(
    /(?:list|search|show|info|policy|depends|rdepends|madison|-l|-L|-S|-s|-q\w*|repolist|check-update|check|provides|whatprovides|history(?: list)?|cat|leaves|deps|uses|outdated|doctor|config|home|formulae|casks|desc|log|changelog|files|why|contents|pkgnames|stats|showpkg|dump|-Q\w*|-Ss|-Si|repo list|index|--prefix|--version|--cellar|--repository|--cache|analytics state|commands|livecheck|services (?:list|info)|bundle (?:check|list)|tap$|tap-info|missing|which-formula)(?: |$)/,
    'install.look',
    [],
    'nowhere',
    {
      read: (call, run, rest) => {
        const online = /^(?:search|info|show|outdated|check-update|-Ss|-Si|provides|livecheck)$/.test(
          call.operands[0]?.text ?? '',
        );
        run.output = { list: true, words: call.name };
        add(
          run,
          'install.look',
          { name: namesOf(rest) || call.name },
          online ? ['reads', 'downloads'] : ['reads'],
          online ? { places: [{ id: 'network' }] } : {},
        );
      },
    },
  ),
  row(/services (?:start|run)(?: |$)/, 'service.start', ['background'], 'nowhere'),
  row(/services (?:stop|kill|cleanup)(?: |$)/, 'service.stop', ['stops-programs'], 'nowhere'),
  row(/services restart(?: |$)/, 'service.restart', ['stops-programs', 'background'], 'nowhere'),
  row(/(?:update|makecache|refresh|-Sy|up$)(?: |$)/, 'install.refresh', ['downloads'], 'network'),
  row(
    /(?:remove|purge|autoremove|erase|uninstall|rm|delete|del|-R\w*|autopurge|clean|cleanup|autoclean|zap|untap|unlink|groupremove|prune|-e|-r|-P)(?: |$)/,
    'packages.remove',
    ['deletes'],
    'nowhere',
  ),
  row(
    /(?:install|upgrade|reinstall|dist-upgrade|full-upgrade|add|-S\w*|-U\w*|localinstall|groupinstall|module|update-all|in|dup|tap|bundle(?: install)?|cask install|build-dep|link|-i|patch|distro-sync|swap|refresh|pin|fetch|-iu|emerge|get)(?: |$)/,
    'install.add',
    ['installs', 'downloads'],
    'network',
    {
      read: (call, run, rest) => {
        const local = rest.filter((one) =>
          /^[./~].*\.(?:deb|rpm|apk|pkg\.tar\.\w+|snap|flatpak\w*|pkg|dmg)$/.test(one.text),
        );
        const at = local.flatMap((one) => target(run, one).places);
        add(
          run,
          rest.length > 0 ? 'install.add' : 'install.upgrade',
          { paths: rest.map(plainName), name: call.name },
          local.length > 0 && local.length === rest.length ? ['installs'] : ['installs', 'downloads'],
          {
            places: [...(local.length === rest.length && local.length > 0 ? [] : [{ id: 'network' } as const]), ...at],
            maybe: unknownIn(rest),
          },
        );
      },
    },
  ),
  row(
    /(?:mark|hold|unhold|config-manager|edit-sources|add-repository|key|edit|analytics|autoupdate)(?: |$)/,
    'settings.change',
    ['settings'],
    'system',
  ),
];

export const system: readonly Spec[] = [
  {
    names: 'kill pkill killall skill xkill',
    options:
      '-9 -15 -1 -2 -3 -s,--signal= -l,--list? -f,--full -n,--newest -o,--oldest -u,--euid= -U= -x,--exact -i -g= -G= -P,--parent= -t= -v -e -w -q -I -r -y -z -d -m -c --ns= -0 -TERM -KILL -HUP -INT -QUIT -USR1 -USR2 -STOP -CONT -SIGTERM -SIGKILL -SIGINT -SIGHUP -SIGUSR1 -SIGUSR2',
    read: stops,
  },
  { names: 'fuser', options: '-k,--kill -i -v -n= -m -s -u -a -l -TERM -KILL -9 -INT -HUP', read: stops },
  { names: 'kill-port fkill', harmless: true, read: stops },
  {
    names: 'pgrep',
    harmless: true,
    lists: true,
    options: '-f -l -a -x -n -o -u= -U= -P= -c -d= -i -v -g= -G= -t= -s=',
    operands: 'text*',
    read: (call, run) =>
      add(
        run,
        'program.list',
        {},
        ['reads'],
        call.operands.length > 0
          ? { notes: [{ id: 'note.with', params: { names: call.operands.map(plainName) } }] }
          : {},
      ),
  },
  {
    names: 'systemctl',
    options:
      '--user --system --now -f,--force -q -l,--full -n,--lines= -t,--type= --state= -a,--all --no-pager --no-block -H= -M= -p,--property= -o,--output= -r --failed --runtime --root= -s,--signal= --kill-who= --plain --no-legend --value --show-types -i --global',
    harmless: true,
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? 'list-units';
      const rest = call.operands.slice(1);
      const name = namesOf(rest) || 'systemd';
      const maybe = unknownIn(rest);
      const own = has(call, '--user') ? [] : etc(run);
      if (/^(?:status|show|cat|list-\w+|is-\w+|get-default|help|show-environment|list-dependencies)$/.test(verb))
        return add(
          run,
          'service.list',
          {},
          ['reads'],
          rest.length > 0 ? { notes: [{ id: 'note.with', params: { names: rest.map(plainName) } }] } : {},
        );
      if (/^(?:start|isolate)$/.test(verb)) return add(run, 'service.start', { name }, ['background'], { maybe });
      if (verb === 'enable' || verb === 'reenable' || verb === 'link' || verb === 'preset')
        return add(run, 'service.enable', { name }, ['background', 'settings'], { maybe, places: own });
      if (verb === 'disable' || verb === 'mask' || verb === 'unmask')
        return add(
          run,
          'service.disable',
          { name },
          ['settings', ...(has(call, '--now') ? (['stops-programs'] as const) : [])],
          { maybe, places: own },
        );
      if (verb === 'stop' || verb === 'kill') return add(run, 'service.stop', { name }, ['stops-programs'], { maybe });
      if (/^(?:restart|try-restart|reload|reload-or-restart|condrestart)$/.test(verb))
        return add(run, 'service.restart', { name }, ['stops-programs', 'background'], { maybe });
      if (
        /^(?:reboot|poweroff|halt|suspend|hibernate|kexec|soft-reboot|rescue|emergency|default|hybrid-sleep)$/.test(
          verb,
        )
      )
        return add(run, verb === 'reboot' ? 'computer.restart' : 'computer.shutdown', {}, ['stops-programs']);
      if (
        /^(?:daemon-reload|daemon-reexec|reset-failed|set-environment|unset-environment|import-environment|set-default|edit|set-property|revert|add-wants)$/.test(
          verb,
        )
      )
        return add(run, 'settings.change', { name: shown(`systemctl ${verb} ${namesOf(rest)}`.trim()) }, ['settings'], {
          places: own,
        });
      add(run, 'run.program', { name: shown(`systemctl ${verb}`) }, ['runs-code'], {
        maybe: [{ id: 'maybe.program', params: { name: shown(`systemctl ${verb}`) } }],
      });
    },
  },
  {
    names: 'service rc-service invoke-rc.d initctl supervisorctl sv s6-svc',
    harmless: true,
    read: (call, run) => {
      const words = call.operands.map((one) => one.text);
      const at = words.findIndex((one) =>
        /^(?:start|stop|restart|reload|status|force-reload|up|down|update|reread|shutdown|tail)$/.test(one),
      );
      const verb = words[at] ?? 'status';
      const name = namesOf(call.operands.filter((_, i) => i !== at)) || call.name;
      if (/^(?:stop|down|shutdown)$/.test(verb)) add(run, 'service.stop', { name }, ['stops-programs']);
      else if (/restart|reload/.test(verb)) add(run, 'service.restart', { name }, ['stops-programs', 'background']);
      else if (/^(?:start|up|update)$/.test(verb)) add(run, 'service.start', { name }, ['background']);
      else add(run, 'service.list', {}, ['reads'], { notes: [{ id: 'note.with', params: { names: [name] } }] });
    },
  },
  withVerbs(
    'pm2 forever overmind foreman hivemind',
    '-n,--name= -i= -f -a --watch -w --lines= -p= -l= --nostream --interpreter=script --cwd=cwd --env= --update-env --no-daemon',
    [
      row(
        /(?:list|ls|l|status|logs?|show|describe|monit|info|jlist|prettylist|ping|check|echo|version)(?: |$)/,
        'service.list',
        ['reads'],
        'nowhere',
      ),
      row(/(?:stop|delete|del|kill|stopall|quit)(?: |$)/, 'service.stop', ['stops-programs'], 'nowhere', {
        read: (call, run, rest) =>
          add(run, 'service.stop', { name: namesOf(rest) || call.name }, [
            'stops-programs',
            ...(/^del/.test(call.operands[0]!.text) ? (['deletes'] as const) : []),
          ]),
      }),
      row(/(?:restart|reload|gracefulReload)(?: |$)/, 'service.restart', ['stops-programs', 'background'], 'nowhere'),
      row(/(?:startup|save|unstartup|set|install)(?: |$)/, 'settings.program', ['settings', 'background'], 'nowhere'),
      row(/start(?: |$)/, 'service.start', [], 'nowhere', {
        read: (call, run, rest) =>
          add(
            run,
            'service.start',
            { name: namesOf([...rest, ...values(call, '-n')]) || call.name },
            ['background', 'runs-code'],
            {
              places: placesOf('here', run),
              maybe:
                /^npm|^yarn/.test(rest[0]?.text ?? '') || call.name !== 'pm2'
                  ? []
                  : [{ id: 'maybe.program', params: { name: namesOf(rest) } }],
            },
          ),
      }),
      row(/flush(?: |$)/, 'log.clear', ['deletes'], 'nowhere'),
    ],
  ),
  {
    names: 'crontab',
    options: '-l -e -r -i -u= -n= -s -c -T=',
    read: (call, run) => {
      if (has(call, '-l')) {
        run.output = { words: 'crontab', data: true };
        return add(run, 'timed.list', {}, ['reads']);
      }
      if (has(call, '-r')) return add(run, 'timed.clear', {}, ['deletes', 'settings'], {});
      const file = call.operands[0];
      if (file && file.text !== '-') looks(run, 'files.read', [file]);
      const text = run.input?.value;
      add(
        run,
        'timed.set',
        {
          name:
            text && isKnown(text) ? shown(text.text.trim()) : file && file.text !== '-' ? plainName(file) : 'crontab',
        },
        ['settings', 'background'],
      );
    },
  },
  {
    names: 'at batch',
    options: '-f=read -l -d -r -m -M -q= -t= -v -c -b',
    operands: 'text*',
    read: (call, run) => {
      if (has(call, '-l', '-c')) return add(run, 'timed.list', {}, ['reads']);
      if (has(call, '-d', '-r')) return add(run, 'timed.delete', { name: namesOf(call.operands) }, ['deletes']);
      const from = run.findings.length;
      const text = run.input?.value;
      add(
        run,
        'timed.add',
        {
          name:
            text && isKnown(text)
              ? shown(text.text.trim())
              : namesOf([...values(call, '-f'), ...call.operands]) || 'at',
        },
        ['background', 'runs-code'],
        { maybe: text && isKnown(text) ? [] : [{ id: 'maybe.code' }] },
      );
      if (text && isKnown(text)) readShellText(text, run);
      for (let i = from + 1; i < run.findings.length; i++)
        run.findings[i] = { ...run.findings[i]!, chips: [...run.findings[i]!.chips, 'background'] };
    },
  },
  { names: 'atq', harmless: true, says: 'timed.list', operands: 'name*', chips: ['reads'] },
  { names: 'atrm', harmless: true, says: 'timed.delete', operands: 'name*', chips: ['deletes'] },
  {
    names: 'shutdown reboot halt poweroff init telinit',
    harmless: true,
    operands: 'text*',
    read: (call, run) => {
      if (has(call, '-c')) return add(run, 'computer.look', { name: 'shutdown -c' }, []);
      add(
        run,
        call.name === 'reboot' || has(call, '-r') || call.operands[0]?.text === '6'
          ? 'computer.restart'
          : 'computer.shutdown',
        {},
        ['stops-programs'],
      );
    },
  },
  { names: 'dpkg rpm pacman yay paru makepkg', operands: 'text*', read: byFlag, harmless: true },
  withVerbs(
    'apt apt-get aptitude yum dnf microdnf zypper apk brew port snap flatpak emerge pkg nix-env guix xbps-install swupd eopkg',
    '-y,--yes,--assume-yes -q -qq --no-install-recommends -f --fix-broken --purge -t= --cask --formula --HEAD --noconfirm --needed -g --classic --channel= --user --system --no-cache -v --version --force -n --reinstall --only-upgrade --allow-downgrades --download-only -d --installed -a -o= -c= --enablerepo= --disablerepo= --json= --greedy --dry-run -s --simulate --prefix? --nogpgcheck -h -P,--purge-pkg -r -e -S -Q -R -U -i -l -L --remote=',
    packageRows,
  ),
  {
    names:
      'apt-key add-apt-repository apt-cache apt-mark apt-config debconf-set-selections update-alternatives update-rc.d dpkg-reconfigure ldconfig',
    harmless: true,
    options: '-y -r --install --remove --config',
    read: (call, run) =>
      /cache|config$/.test(call.name) && call.name !== 'ldconfig'
        ? add(run, 'install.look', { name: namesOf(call.operands) }, ['reads'])
        : add(
            run,
            'settings.change',
            { name: shown(`${call.name} ${namesOf(call.operands)}`) },
            ['settings', ...(call.name === 'add-apt-repository' ? (['downloads'] as const) : [])],
            { places: etc(run) },
          ),
  },
];
