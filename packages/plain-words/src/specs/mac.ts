import { shown } from '../messages/index.ts';
import { namesOf, readCode } from '../programs/scripts.ts';
import { has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { row, withVerbs } from '../programs/verbs.ts';
import { add, literal, looks, plainName, target, touches } from '../windows/run.ts';
import { opens } from './administration.ts';

/** Programs that only macOS has. */
export const mac: readonly Spec[] = [
  {
    names: 'defaults',
    harmless: true,
    stops: true,
    options: '-currentHost -globalDomain -g -host=',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? '';
      const rest = wordsFrom(call, 1).filter(
        (one) => !/^-(?:bool|string|int|integer|float|array|dict|data|date|array-add|dict-add|boolean)$/.test(one.text),
      );
      const name = namesOf(rest) || 'defaults';
      const places = [
        {
          id: 'program-data' as const,
          path: target(run, literal('~/Library/Preferences')).path?.path ?? '~/Library/Preferences',
        },
      ];
      if (/^(?:read|read-type|domains|find|help|export)$/.test(verb))
        return add(run, 'settings.read', { name }, ['reads'], { places });
      add(
        run,
        verb === 'delete' || verb === 'delete-all' ? 'settings.delete' : 'settings.set',
        { name },
        ['settings', ...(/^delete/.test(verb) ? (['deletes'] as const) : [])],
        { places },
      );
    },
  },
  {
    names: 'launchctl',
    harmless: true,
    operands: 'text*',
    options: '-w -F -S= -D= -k',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? 'list';
      const rest = call.operands.slice(1);
      const name = namesOf(rest) || 'launchd';
      const places = rest.filter((one) => /[/~].*\.plist$/.test(one.text)).flatMap((one) => target(run, one).places);
      if (
        /^(?:list|print|blame|dumpstate|procinfo|hostinfo|getenv|version|print-\w+|error|resolveport|managername|manageruid)$/.test(
          verb,
        )
      )
        return add(run, 'service.list', {}, ['reads'], { notes: [{ id: 'note.with', params: { names: [name] } }] });
      if (/^(?:unload|bootout|stop|kill|remove)$/.test(verb))
        return add(
          run,
          'service.stop',
          { name },
          ['stops-programs', ...(verb === 'remove' ? (['deletes'] as const) : [])],
          { places },
        );
      if (verb === 'kickstart')
        return add(
          run,
          'service.restart',
          { name },
          has(call, '-k') ? ['stops-programs', 'background'] : ['background'],
          { places },
        );
      if (/^(?:load|bootstrap|start|submit|enable)$/.test(verb))
        return add(run, 'service.enable', { name }, ['background', 'settings'], { places });
      add(run, 'settings.change', { name: shown(`launchctl ${verb} ${name}`) }, ['settings'], { places });
    },
  },
  {
    names: 'security',
    harmless: true,
    operands: 'text*',
    options: '-s= -a= -w? -g -l= -k= -p= -P= -T= -D= -d -r= -t= -u',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? '';
      const name = namesOf([...values(call, '-s', '-a', '-l'), ...call.operands.slice(1)]) || verb;
      const places = [
        {
          id: 'program-data' as const,
          path: target(run, literal('~/Library/Keychains')).path?.path ?? '~/Library/Keychains',
        },
      ];
      if (/^delete-/.test(verb)) return add(run, 'keys.delete', { name }, ['deletes', 'settings'], { places });
      if (
        /^(?:find-|list|dump-|show-|export|verify-|error|default-keychain$|cms|smartcards|login-keychain)/.test(verb)
      ) {
        run.output = { words: 'security', data: true };
        return add(run, 'keys.read', { name }, ['reads'], { places });
      }
      add(
        run,
        'keys.change',
        { name },
        [
          'settings',
          ...(/trusted-cert|set-key-partition|authorizationdb/.test(verb) ? (['permissions'] as const) : []),
        ],
        { places },
      );
    },
  },
  {
    names: 'diskutil hdiutil',
    harmless: true,
    operands: 'text*',
    options: '-plist -mountpoint= -format= -volname= -srcfolder=read -o= -quiet -force -nobrowse',
    read: (call, run) => {
      const verb = (call.operands[0]?.text ?? '').toLowerCase();
      const rest = call.operands.slice(1);
      const name = namesOf(rest) || call.name;
      const apfs = `${verb} ${rest[0]?.text.toLowerCase() ?? ''}`;
      const places = [
        {
          id: 'disk' as const,
          path: shown(rest.find((one) => /disk\d|^\/Volumes|^\/dev/.test(one.text))?.text ?? 'disk'),
        },
      ];
      if (
        /^(?:list|info|activity|verifyvolume|verifydisk|imageinfo|verify|plugins|pmap|isencrypted|listfilesystems)$/.test(
          verb,
        ) ||
        /^(?:apfs|cs|coreStorage) list/.test(apfs)
      )
        return add(run, 'disk.look', {}, ['reads']);
      if (
        /^(?:erase|secureerase|zerodisk|randomdisk|partitiondisk|reformat)/.test(verb) ||
        /^(?:apfs delete|appleraid delete|cs delete)/.test(apfs)
      )
        return add(run, 'disk.format', { name }, ['deletes', 'changes'], { places });
      if (verb === 'create' && call.name === 'hdiutil')
        return touches(run, 'files.create', ['creates', 'changes'], rest.slice(-1));
      if (/^(?:mount|unmount|eject|attach|detach)/.test(verb))
        return add(run, 'disk.mount', { name }, ['settings'], { places });
      add(run, 'disk.change', { name }, ['changes', 'settings'], { places });
    },
  },
  {
    names: 'open',
    stops: true,
    harmless: true,
    options: '-a= -b= -e -t -n -g -R -W -F -h --args -u= -j',
    read: (call, run) => {
      const app = values(call, '-a', '-b').map(plainName);
      if (app.length > 0) add(run, 'run.open', { paths: app }, ['runs-code']);
      opens(call, run);
    },
  },
  {
    names: 'osascript',
    options: '-e= -l= -s= -i',
    harmless: true,
    operands: 'text*',
    read: (call, run) => {
      const code = values(call, '-e');
      if (code.length === 0 && call.operands[0] && call.operands[0].text !== '-') {
        const at = target(run, call.operands[0]);
        return add(run, 'run.script', { paths: at.name }, ['runs-code'], {
          places: at.places,
          maybe: [{ id: 'maybe.program', params: { name: at.name } }],
        });
      }
      readCode('AppleScript', code[0] ?? run.input?.value, run);
      const admin = code.some((one) => /administrator privileges/.test(one.text));
      if (admin) add(run, 'run.admin', { name: 'osascript' }, ['admin']);
      for (const one of code) {
        const shell = /do shell script "((?:[^"\\]|\\.)*)"/.exec(one.text)?.[1];
        if (shell) run.inner('bash', shell.replace(/\\(.)/g, '$1'), run);
      }
    },
  },
  {
    names: 'softwareupdate',
    harmless: true,
    options: '-l --list -i --install -a --all -r --restart',
    read: (call, run) =>
      has(call, '-i', '--install') || call.operands.length > 0
        ? add(run, 'install.upgrade', { name: 'macOS' }, ['installs', 'downloads'], { places: [{ id: 'network' }] })
        : add(run, 'install.look', { name: 'macOS' }, ['reads', 'downloads'], { places: [{ id: 'network' }] }),
  },
  {
    names: 'installer',
    harmless: true,
    oneDash: true,
    options: '-pkg=read -target= -verbose',
    read: (call, run) =>
      add(run, 'install.add', { paths: plainName(value(call, '-pkg') ?? literal('?')) }, ['installs', 'runs-code'], {
        places: [{ id: 'system' }],
      }),
  },
  {
    names: 'xcrun',
    stops: true,
    harmless: true,
    options: '-f -sdk=  --sdk= --find',
    read: (call, run) => run.call?.(wordsFrom(call, 0), run),
  },
  withVerbs('simctl xcode-select xcodegen tuist', '-p --install -s=', [
    row(
      /(?:list|status|--print-path|getenv|listapps|get_app_container|help)(?: |$)|^$/,
      'computer.look',
      ['reads'],
      'nowhere',
    ),
    row(/(?:erase|delete|uninstall)(?: |$)/, 'cloud.delete', ['deletes'], 'nowhere'),
    row(
      /(?:boot|install|launch|openurl|push|io|spawn|create|clone|generate)(?: |$)/,
      'run.tool',
      ['runs-code'],
      'nowhere',
    ),
    row(/(?:shutdown|terminate)(?: |$)/, 'program.stop', ['stops-programs'], 'nowhere'),
  ]),
  {
    names: 'plutil PlistBuddy',
    harmless: true,
    operands: 'text*',
    options: '-p -lint -convert= -o=write -replace= -insert= -remove= -extract= -c= -x -string= -bool= -integer=',
    read: (call, run) => {
      const writes =
        has(call, '-replace', '-insert', '-remove') ||
        (has(call, '-convert') && !has(call, '-o')) ||
        values(call, '-c').some((one) => /^(?:set|add|delete|merge|import|clear|copy)/i.test(one.text));
      const files = call.operands.slice(-1);
      if (files.length === 0) return;
      if (writes) touches(run, 'files.change', ['changes'], files);
      else looks(run, 'files.read', files);
    },
  },
  withVerbs(
    'scutil pmset spctl csrutil tmutil systemsetup dscl fdesetup nvram profiles kextload kextunload tccutil lsregister mdutil dseditgroup sysadminctl',
    '-g -a -b -c --get= --set= --dns --status --list -read -f',
    [
      row(
        /(?:status|list\w*|show|dump|--status|get\w*|read|search|-g|print|info|destinationinfo|latestbackup|currentphase|compare|-p)(?: |$)/,
        'computer.look',
        ['reads'],
        'nowhere',
      ),
      row(/(?:delete|deletelocalsnapshots|-delete|erase)(?: |$)/, 'settings.delete', ['deletes', 'settings'], 'system'),
      row(/^/, 'settings.change', ['settings'], 'system'),
    ],
  ),
  {
    names: 'screencapture',
    harmless: true,
    options: '-x -i -c -w -R= -T= -t= -l= -o',
    operands: 'write*',
    says: 'files.write',
  },
  {
    names: 'codesign notarytool productbuild pkgbuild lipo',
    harmless: true,
    options:
      '-s,--sign= -f,--force -v,--verbose? -d,--display --deep --options= --entitlements=read --verify -o= -create -output=write -info',
    read: (call, run) =>
      has(call, '-d', '--verify', '-info')
        ? looks(run, 'files.read', call.operands)
        : touches(run, 'files.change', ['changes'], call.operands.slice(-1)),
  },
  {
    names: 'mas',
    harmless: true,
    read: (call, run) =>
      /^(?:install|upgrade|purchase|lucky)$/.test(call.operands[0]?.text ?? '')
        ? add(
            run,
            'install.add',
            { paths: namesOf(call.operands.slice(1)) || 'App Store' },
            ['installs', 'downloads'],
            { places: [{ id: 'network' }] },
          )
        : add(run, 'install.look', { name: 'App Store' }, ['reads']),
  },
];
