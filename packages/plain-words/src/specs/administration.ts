import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, values, wordsFrom } from '../programs/spec.ts';
import { placesOf } from '../programs/verbs.ts';
import { add, plainName, type Run, target, type Value } from '../windows/run.ts';
import { etc, unknownIn } from './system.ts';
import { readShellText } from './wrappers.ts';

/** Users, disks, networks, the computer itself. */
export const administration: readonly Spec[] = [
  {
    names: 'useradd adduser groupadd addgroup newusers',
    harmless: true,
    options:
      '-m -s= -g= -G= -d= -u= -c= -r -U -M -N -p= --system --gecos= --disabled-password --ingroup= --shell= --home= -D -S -H',
    read: (call, run) =>
      add(run, 'user.add', { name: namesOf(call.operands) }, ['settings', 'permissions', 'creates'], {
        places: etc(run),
      }),
  },
  {
    names: 'userdel deluser groupdel delgroup',
    harmless: true,
    options: '-r -f --remove-home',
    read: (call, run) =>
      add(run, 'user.delete', { name: namesOf(call.operands) }, ['deletes', 'settings', 'permissions'], {
        places: etc(run),
      }),
  },
  {
    names: 'usermod groupmod gpasswd passwd chpasswd chage chsh chfn visudo vipw',
    harmless: true,
    options: '-a -G= -g= -s= -d= -l -u= -L -U -e= -S -f= -c',
    read: (call, run) =>
      call.name === 'passwd' && has(call, '-S')
        ? add(run, 'user.list', {}, ['reads'])
        : add(
            run,
            /^ch?passwd$|^passwd$/.test(call.name) ? 'user.password' : 'user.rights',
            { name: namesOf([...values(call, '-G', '-s'), ...call.operands]) || call.name },
            ['permissions', 'settings'],
            { places: etc(run) },
          ),
  },
  {
    names: 'mount umount losetup cryptsetup swapon swapoff',
    harmless: true,
    options: '-t= -o= -a -l -f -r -w -B --bind -L= -U= -d',
    read: (call, run) => {
      if (call.operands.length === 0 && !has(call, '-a')) return add(run, 'disk.look', {}, ['reads']);
      const at = call.operands.map((one) => target(run, one));
      add(
        run,
        'disk.mount',
        { name: namesOf(call.operands) },
        call.name === 'umount' ? ['settings'] : ['settings', 'reads'],
        { places: at.flatMap((one) => one.places) },
      );
    },
  },
  {
    names:
      'mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.vfat mkfs.btrfs mkfs.ntfs mke2fs mkswap newfs wipefs fdisk sfdisk parted gdisk sgdisk blkdiscard hdparm mdadm lvremove vgremove pvremove lvcreate vgcreate pvcreate zpool zfs badblocks tune2fs resize2fs fsck e2fsck btrfs',
    harmless: true,
    options: '-t= -L= -F -f -l -a -s -n -p -y -o= -q -U= -m= -b= -z -Z -i',
    read: (call, run) => {
      const paths = call.operands.filter((one) => one.text.startsWith('/'));
      const at = paths.flatMap((one) => target(run, one).places);
      const looking =
        (has(call, '-l') && /fdisk|parted/.test(call.name)) ||
        /^(?:list|status|get|print|show|df|filesystem|iostat)$/.test(call.operands[0]?.text ?? '') ||
        (call.name === 'wipefs' && !has(call, '-a')) ||
        call.operands.some((one) => one.text === 'print');
      if (looking) return add(run, 'disk.look', {}, ['reads'], { places: at });
      const erases =
        /^(?:mkfs|mke2fs|mkswap|newfs|wipefs|blkdiscard|badblocks)/.test(call.name) ||
        /remove$/.test(call.name) ||
        /^(?:destroy|labelclear)$/.test(call.operands[0]?.text ?? '');
      add(
        run,
        erases ? 'disk.format' : 'disk.change',
        { name: namesOf(call.operands) },
        erases ? ['deletes', 'changes'] : ['changes'],
        { places: at.length > 0 ? at : [{ id: 'disk' }] },
      );
    },
  },
  {
    names: 'sysctl',
    harmless: true,
    options: '-w -a -n -p? -q -e --system',
    read: (call, run) =>
      has(call, '-w', '-p', '--system') || call.operands.some((one) => one.text.includes('='))
        ? add(run, 'settings.change', { name: namesOf(call.operands) || 'sysctl' }, ['settings'], {
            places: [{ id: 'system' }],
          })
        : add(run, 'computer.look', { name: shown(`sysctl ${namesOf(call.operands)}`) }, ['reads']),
  },
  {
    names: 'iptables ip6tables nft ufw firewall-cmd iptables-restore ipset fail2ban-client',
    harmless: true,
    options:
      '-L -n -v -t= -S --list-all --state -s= -p= --dport= -j= -i= -d= --permanent --add-port= --add-service= --reload --zone= --list',
    read: (call, run) => {
      const looking =
        has(call, '-L', '-S', '--list-all', '--state', '--list') ||
        /^(?:status|list|show)$/.test(call.operands[0]?.text ?? '');
      add(
        run,
        looking ? 'computer.look' : 'settings.firewall',
        {
          name: shown(
            `${call.name} ${namesOf([...call.operands, ...values(call, '--dport', '--add-port', '--add-service')])}`.trim(),
          ),
        },
        looking
          ? ['reads']
          : [
              'settings',
              ...(/flush|reset|^-F/.test(call.args.map((one) => one.text).join(' ')) ? (['permissions'] as const) : []),
            ],
        { places: looking ? [] : [{ id: 'system' }] },
      );
    },
  },
  {
    names:
      'ip ifconfig route nmcli iwconfig hostnamectl timedatectl localectl loginctl networksetup resolvectl ethtool brctl wg wg-quick',
    harmless: true,
    options: '-a -4 -6 -s -d -br -c -o -j -n -t -f=',
    read: (call, run) => {
      const words = call.args.map((one) => one.text).join(' ');
      const sets =
        /\b(?:add|del|delete|set|up|down|flush|modify|connect|disconnect|set-\w+|set[a-z]\w+|change|replace|terminate-\w+|kill-\w+|dns|domain|flush-caches|enable|disable)\b/.test(
          words,
        );
      add(
        run,
        sets ? 'settings.network' : 'computer.look',
        { name: shown(`${call.name} ${words}`.trim()) },
        sets ? ['settings'] : ['reads'],
        sets ? { places: [{ id: 'system' }] } : {},
      );
    },
  },
  {
    names: 'journalctl dmesg',
    harmless: true,
    options:
      '-u= -n= -f -b? -p= -k --since= --until= -o= --no-pager -x -e -r -g= -t= --vacuum-time= --vacuum-size= --vacuum-files= --rotate --disk-usage -c -C -T -H -w --user -a',
    read: (call, run) =>
      has(call, '--vacuum-time', '--vacuum-size', '--vacuum-files', '--rotate', '-C') ||
      (call.name === 'dmesg' && has(call, '-c'))
        ? add(run, 'log.clear', { name: 'journal' }, ['deletes'], { places: [{ id: 'system' }] })
        : add(
            run,
            'computer.look',
            { name: shown(`${call.name} ${namesOf([...values(call, '-u'), ...values(call, '-g')])}`.trim()) },
            ['reads'],
          ),
  },
  {
    names: 'modprobe insmod rmmod depmod dkms grub-install update-grub update-initramfs bootctl efibootmgr',
    harmless: true,
    options: '-r -v -f -a -u -k=',
    read: (call, run) =>
      add(run, 'settings.change', { name: shown(`${call.name} ${namesOf(call.operands)}`.trim()) }, ['settings'], {
        places: [{ id: 'system' }],
      }),
  },
  {
    names: 'tmux screen byobu zellij',
    stops: true,
    harmless: true,
    operands: 'text*',
    options: '-L= -S= -f=read -d -m -D -R -r= -x -ls -list -X -t= -2 -u -v -V -A -c= -h= -p=',
    read: terminals,
  },
  {
    names: 'logger wall write notify-send say espeak beep',
    harmless: true,
    operands: 'text*',
    read: (call, run) => add(run, 'computer.notify', { name: call.name }, []),
  },
  { names: 'xdg-open gio start wslview', harmless: true, read: (call, run) => opens(call, run) },
  {
    names: 'setsebool semanage setenforce aa-enforce aa-disable aa-complain restorecon chcon',
    harmless: true,
    options: '-P -R -v -t=',
    read: (call, run) =>
      add(
        run,
        'settings.guard',
        { name: shown(`${call.name} ${namesOf(call.operands)}`) },
        ['settings', 'permissions'],
        { places: [{ id: 'system' }] },
      ),
  },
  {
    names: 'certbot acme.sh mkcert',
    harmless: true,
    options:
      '-d= -m= --nginx --webroot -w= -n --agree-tos -install -uninstall -cert-file=write -key-file=write --issue --key-file=write',
    read: (call, run) =>
      add(
        run,
        'keys.create',
        { paths: namesOf([...values(call, '-d'), ...call.operands]) || call.name },
        call.name === 'mkcert'
          ? has(call, '-install')
            ? ['settings', 'creates']
            : ['creates']
          : ['settings', 'creates', 'sends', 'downloads'],
        { places: call.name === 'mkcert' ? placesOf('here', run) : [{ id: 'network' }, { id: 'system' }] },
      ),
  },
  {
    names: 'claude codex gemini aider opencode cursor-agent copilot-cli amp goose crush',
    harmless: true,
    operands: 'text*',
    options:
      '-p,--print --version -v --help -h --model,-m= --permission-mode= --allowedTools,--allowed-tools= --settings= --mcp-config= --add-dir= -s,--sandbox= -a,--ask-for-approval= -C,--cd= -c,--config= --profile= -i,--image= --dangerously-skip-permissions --dangerously-bypass-approvals-and-sandbox --full-auto -y,--yolo,--yes-always',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? '';
      const rest = call.operands.slice(1);
      if (has(call, '--version', '-v', '--help', '-h') || /^(?:doctor|--version)$/.test(verb))
        return add(run, 'computer.look', { name: call.name }, ['reads']);
      if (/^(?:mcp|config|plugin|login|logout|update|install|migrate-installer|setup-token)$/.test(verb))
        return add(
          run,
          /^(?:list|get)$/.test(rest[0]?.text ?? '') ? 'computer.look' : 'settings.program',
          { name: shown(`${call.name} ${verb} ${namesOf(rest)}`.trim()) },
          /^(?:list|get)$/.test(rest[0]?.text ?? '') ? ['reads'] : ['settings'],
          {},
        );
      add(run, 'agent.run', { name: call.name }, ['runs-code', 'sends'], {
        places: [{ id: 'network' }],
        maybe: [{ id: 'maybe.other-agent' }],
        notes: call.operands.length > 0 ? [{ id: 'note.with', params: { names: [namesOf(call.operands)] } }] : [],
      });
      const unbound =
        has(
          call,
          '--dangerously-skip-permissions',
          '--dangerously-bypass-approvals-and-sandbox',
          '--full-auto',
          '-y',
        ) ||
        /^(?:bypassPermissions|never|danger-full-access)$/.test(
          [...values(call, '--permission-mode'), ...values(call, '-a'), ...values(call, '-s')]
            .map((one) => one.text)
            .find((text) => /bypass|never|danger/.test(text)) ?? '',
        );
      if (unbound) add(run, 'agent.unbound', { name: call.name }, ['permissions'], {});
    },
  },
];

/** `open` and its kin: a file, a folder or an address in the program that belongs to it. */
export function opens(call: Call, run: Run): undefined {
  for (const one of call.operands) {
    if (/^https?:/i.test(one.text))
      add(run, 'run.open', { paths: plainName(one) }, ['downloads'], {
        places: /\/\/(?:localhost|127\.)/.test(one.text) ? [] : [{ id: 'network', path: plainName(one) }],
      });
    else {
      const at = target(run, one);
      const program = /\.(?:app|command|sh|desktop|exe|pkg|workflow|terminal)$/i.test(one.text);
      add(run, 'run.open', { paths: at.name }, program ? ['runs-code'] : ['reads'], {
        places: at.places,
        maybe: program && !/\.app$/.test(one.text) ? [{ id: 'maybe.program', params: { name: at.name } }] : [],
      });
    }
  }
}

function terminals(call: Call, run: Run): undefined {
  const words = wordsFrom(call, 0);
  const verb = words[0]?.text ?? '';
  if (call.name === 'screen') {
    if (has(call, '-ls', '-list')) return add(run, 'program.list', {}, ['reads']);
    if (has(call, '-X') && words.some((one) => one.text === 'quit' || one.text === 'kill'))
      return add(run, 'program.stop', { name: namesOf(values(call, '-S')) || 'screen' }, ['stops-programs']);
    if (words.length > 0 && !has(call, '-X')) return background(words, run);
    if (has(call, '-X')) return add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
    return add(run, 'run.background', { name: call.name }, ['background']);
  }
  if (/^(?:ls|list-\w+|lsp|lsw|capture-pane|show-\w+|display-message|has-session|info|has|capturep|-V)$/.test(verb))
    return add(run, 'program.list', {}, ['reads']);
  if (/^kill-/.test(verb))
    return add(
      run,
      'program.stop',
      { name: namesOf(words.slice(1).filter((one) => !one.text.startsWith('-'))) || 'tmux' },
      ['stops-programs'],
    );
  if (/^(?:send-keys|send)$/.test(verb)) {
    const keys = words
      .slice(1)
      .filter(
        (one, i, all) => one.text !== '-t' && all[i - 1]?.text !== '-t' && !/^(?:Enter|C-\w|C-m)$/.test(one.text),
      );
    const from = run.findings.length;
    for (const one of keys) readShellText(one, run);
    if (run.findings.length === from) add(run, 'run.background', { name: namesOf(keys) || 'tmux' }, ['background']);
    for (let i = from; i < run.findings.length; i++)
      run.findings[i] = { ...run.findings[i]!, chips: [...run.findings[i]!.chips, 'background'] };
    return;
  }
  if (
    /^(?:new|new-session|new-window|neww|split-window|splitw|respawn-pane|run-shell|run|if-shell|popup|display-popup|pipe-pane)$/.test(
      verb,
    )
  ) {
    let i = 1;
    while (i < words.length && words[i]!.text.startsWith('-'))
      i += /^-(?:s|n|t|c|F|x|y|e|l|p|h|w)$/.test(words[i]!.text) && !/^-d/.test(words[i]!.text) ? 2 : 1;
    const inside = words.slice(i);
    if (inside.length > 0) return background(inside, run);
  }
  add(
    run,
    'run.background',
    { name: 'tmux' },
    /^(?:attach\w*|a|detach\w*|switch\w*|select-\w+|rename-\w+|set\w*|source\w*|resize\w*)$/.test(verb)
      ? []
      : ['background'],
    {},
  );
}

function background(words: readonly Value[], run: Run): undefined {
  const from = run.findings.length;
  if (words.length === 1) readShellText(words[0]!, run);
  else run.call?.(words, run);
  if (run.findings.length === from) add(run, 'run.background', { name: namesOf(words) }, []);
  for (let i = from; i < run.findings.length; i++)
    run.findings[i] = { ...run.findings[i]!, chips: [...run.findings[i]!.chips, 'background'] };
}

/** Package managers whose verb is their first option: `dpkg -i`, `pacman -Rns`, `rpm -qa`. */
export function byFlag(call: Call, run: Run): undefined {
  const verb = call.args.find((one) => one.text.startsWith('-'))?.text ?? '';
  const rest = call.args.filter((one) => !one.text.startsWith('-'));
  const name = namesOf(rest) || call.name;
  const rpm = call.name === 'rpm';
  const removes =
    /^-(?:R|-remove|-purge|-erase|-unroot)/.test(verb) ||
    (call.name === 'dpkg' && /^-[rP]$/.test(verb)) ||
    (rpm && /^-e/.test(verb));
  const looking = rpm
    ? /^-(?:q|V|-query|-verify|K)/.test(verb)
    : call.name === 'dpkg'
      ? /^-(?:l|L|s|S|p|I|c|-list|-status|-search|-get-selections|-print|-listfiles|-version|-contents|-info)/.test(
          verb,
        )
      : /^-(?:Q|F|T|D|S[silgp]|V|h|-query|-version)/.test(verb);
  if (removes)
    return add(run, 'packages.remove', { paths: rest.map(plainName) }, ['deletes'], { maybe: unknownIn(rest) });
  if (looking) {
    run.output = { list: true, words: call.name };
    return add(run, 'install.look', { name }, ['reads']);
  }
  const files = rest.filter((one) => /^[./~]|\.(?:deb|rpm|pkg\.tar\.\w+)$/.test(one.text));
  const at = files.flatMap((one) => target(run, one).places);
  const online = rest.length > files.length || rest.length === 0 || rest.some((one) => /:\/\//.test(one.text));
  add(
    run,
    rest.length > 0 ? 'install.add' : 'install.upgrade',
    { paths: rest.map(plainName), name: call.name },
    online ? ['installs', 'downloads'] : ['installs'],
    {
      places: [...(online ? [{ id: 'network' } as const] : []), ...at],
      maybe: [
        ...unknownIn(rest),
        ...(call.name === 'makepkg' ? [{ id: 'maybe.program', params: { name: 'makepkg' } } as const] : []),
      ],
    },
  );
}
