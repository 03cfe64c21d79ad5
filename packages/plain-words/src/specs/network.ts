import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { addressOf } from '../tools/address.ts';
import { readAddress } from '../tools/web.ts';
import {
  add,
  carries,
  isKnown,
  literal,
  looks,
  plainName,
  type Run,
  target,
  touches,
  type Value,
} from '../windows/run.ts';
import { readShellText } from './wrappers.ts';

const curlOptions =
  '-o,--output=write -O,--remote-name --remote-name-all -J,--remote-header-name --output-dir= -D,--dump-header=write -c,--cookie-jar=write --trace=write --trace-ascii=write --stderr=write --etag-save=write --hsts= --libcurl=write -K,--config=read -d,--data= --data-ascii= --data-raw= --data-binary= --data-urlencode= --url-query= --json= -F,--form= --form-string= -T,--upload-file= -X,--request= -H,--header= -A,--user-agent= -e,--referer= -u,--user= -b,--cookie= -G,--get -I,--head -L,--location --location-trusted -s,--silent -S,--show-error -f,--fail --fail-with-body --fail-early -v,--verbose -i,--include,--show-headers -k,--insecure -w,--write-out= -m,--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused -x,--proxy= --noproxy= -U= --proxy-header= -r,--range= -C,--continue-at= -z,--time-cond= -y= -Y= --limit-rate= --max-filesize= --max-redirs= --cacert=read --capath=read -E,--cert=read --key=read --cert-type= --key-type= --pass= --resolve= --connect-to= --interface= --dns-servers= -4,--ipv4 -6,--ipv6 -0,--http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --compressed --compressed-ssh -#,--progress-bar --no-progress-meter --url= -n,--netrc --netrc-file=read --oauth2-bearer= --aws-sigv4= --digest --basic --ntlm --negotiate --anyauth -N,--no-buffer -g,--globoff --create-dirs --unix-socket= --abstract-unix-socket= --path-as-is --raw -q,--disable --tlsv1.2 --tlsv1.3 --tlsv1 --proto= --proto-default= --ciphers= --tcp-nodelay --keepalive-time= -Z,--parallel --parallel-max= --next -: -a,--append -l,--list-only -Q,--quote= --ftp-create-dirs -P= --ssl-reqd --ssl -R,--remote-time --remove-on-error --no-clobber --skip-existing --doh-url= --location-mode= -V,--version -h,--help? -M,--manual --post301 --post302 --post303 --variable= --expand-url= -t,--telnet-option= --mail-from= --mail-rcpt= --no-keepalive --styled-output --no-styled-output --xattr --tr-encoding --haproxy-protocol --ca-native --rate= --output-dir= --etag-compare=read';

const wgetOptions =
  '-O,--output-document= -o,--output-file=write -a,--append-output=append -P,--directory-prefix= -i,--input-file=read -q,--quiet -v -nv,--no-verbose -c,--continue -r,--recursive -l,--level= -k,--convert-links -p,--page-requisites -np,--no-parent -nc,--no-clobber -nd,--no-directories -nH,--no-host-directories -N,--timestamping -m,--mirror -E -A,--accept= -R,--reject= -I= -X= -D,--domains= -H,--span-hosts --cut-dirs= -t,--tries= -T,--timeout= -w,--wait= --random-wait --limit-rate= -U,--user-agent= --header= --post-data= --post-file=read --body-data= --body-file=read --method= --user= --password= --http-user= --http-password= --no-check-certificate --ca-certificate=read --certificate=read --private-key=read --load-cookies=read --save-cookies=write -S,--server-response --spider --show-progress --progress= --content-disposition --trust-server-names --max-redirect= -b,--background -e,--execute= --no-proxy --no-cookies --use-askpass=script --compression= --retry-connrefused --inet4-only -4 -6 -d -nv --no-hsts --https-only --backups? --delete-after -x -Q= --waitretry= --dns-timeout= --connect-timeout= --read-timeout= --secure-protocol= --referer= --keep-session-cookies --rejected-log=write --warc-file=write --version --help -h -V -K -B=';

export const network: readonly Spec[] = [
  { names: 'curl', options: curlOptions, operands: 'text*', read: curl },
  { names: 'wget wget2', options: wgetOptions, operands: 'text*', read: wget },
  {
    names: 'http https httpie xh xhs',
    options:
      '-j,--json -f,--form -b,--body -h,--headers -v,--verbose -p,--print= -a,--auth= -A,--auth-type= -d,--download -o,--output=write -c --follow,-F --timeout= --check-status --ignore-stdin,-I --verify= --pretty= --style= -s= --session=  --raw= --offline --proxy= -q -m,--multipart -S --cert= --cert-key= --bearer= --body --meta -x -4 -6 -C',
    operands: 'text*',
    read: httpie,
  },
  {
    names: 'aria2c axel lftp ftp sftp yt-dlp youtube-dl gallery-dl',
    options:
      '-o,--out= -d,--dir= -x= -s= -c -i,--input-file=read -n= -q -k= -e= -f= -u= -P= -b=read --output= -j= -a -A -S -x -F -I -v -N -r --format= --extract-audio --audio-format= --exec=shell -p -C -l=',
    operands: 'text*',
    read: (call, run) => {
      const url = call.operands.find((one) => /:\/\/|^[\w.-]+@|\./.test(one.text)) ?? call.operands[0];
      if (/^(?:lftp|ftp|sftp)$/.test(call.name)) {
        const host = shown(hostOf(url?.text ?? '?').host);
        add(run, 'net.transfer', { host }, ['sends', 'downloads'], {
          places: [{ id: 'network', path: host }],
          maybe: [{ id: 'maybe.elsewhere' }],
        });
        return;
      }
      if (url) fetches([url], run, []);
      touches(
        run,
        'files.write',
        ['changes', 'creates'],
        [value(call, '-o', '--output') ?? value(call, '-d') ?? literal('.')],
      );
    },
  },
  {
    names: 'ssh autossh mosh slogin',
    stops: true,
    options:
      '-i=read -p= -l= -o= -F=read -J= -L= -R= -D= -E=write -e= -c= -m= -b= -B= -I= -O= -Q= -S= -W= -w= -4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -tt -V -v -vv -vvv -X -x -Y -y --ssh= --predict=',
    operands: 'text*',
    read: ssh,
  },
  {
    names: 'scp pscp',
    options: '-i=read -P= -p -r -q -C -v -o= -F=read -l= -c= -J= -S=script -3 -4 -6 -O -T -B -A -D= -X= -s -R',
    operands: 'text*',
    read: (call, run) => copies(call, run, []),
  },
  {
    names: 'rsync',
    options:
      '-a,--archive -v,--verbose -r,--recursive -R,--relative -u,--update -l,--links -L,--copy-links -H -p,--perms -t,--times -g -o -D -n,--dry-run -z,--compress -P -h,--human-readable -e,--rsh= --delete,--del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args --remove-source-files --exclude= --exclude-from=read --include= --include-from=read --files-from=read -f,--filter= -q,--quiet -c,--checksum -b,--backup --backup-dir= --suffix= -x -W,--whole-file --inplace --append --append-verify --partial --partial-dir= --progress --info= --stats --existing --ignore-existing --size-only --max-size= --min-size= --bwlimit= --port= --password-file=read --log-file=write --rsync-path= --chmod= --chown= --numeric-ids --timeout= -i,--itemize-changes --link-dest= --compare-dest= --copy-dest= -C -E -A -X -S -m,--prune-empty-dirs --no-owner --no-group --no-perms --no-o --no-g --no-p --mkpath --protect-args,-s --out-format= --ignore-errors --force --max-delete= --safe-links --copy-unsafe-links -k -K -J -O -T,--temp-dir= -y --list-only --contimeout= --modify-window= -4 -6 --version --help --no-motd --super --fake-super --delay-updates --sparse --iconv= -d,--dirs --open-noatime --zc= --skip-compress= --daemon --config=read',
    operands: 'text*',
    read: (call, run) => {
      const rsh = value(call, '-e');
      if (rsh && !/^ssh(?:\s+-[\w]+(?:\s+[^\s;|&$`]+)?)*$/.test(rsh.text)) {
        add(run, 'run.helper', { name: 'rsync', command: plainName(rsh) }, ['runs-code'], {
          maybe: isKnown(rsh) ? [] : rsh.unknown.map(unknownSaid),
        });
        if (isKnown(rsh)) run.inner('bash', rsh.text, run);
      }
      const deletes = call.options.size > 0 && [...call.options.keys()].some((one) => /^--del/.test(one));
      copies(
        call,
        run,
        has(call, '-n')
          ? []
          : [
              ...(deletes ? (['deletes'] as const) : []),
              ...(has(call, '--remove-source-files') ? (['deletes'] as const) : []),
            ],
      );
    },
  },
  {
    names: 'rclone',
    options:
      '--dry-run,-n -P,--progress -v -q --transfers= --checkers= --include= --exclude= --filter= --config=read --bwlimit= -i,--interactive --max-age= --min-age= --log-file=write --s3-acl=',
    operands: 'text*',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? '';
      const rest = call.operands.slice(1);
      const remote = rest.filter((one) => /^[\w-]+:/.test(one.text));
      const places: Place[] = remote.map((one) => ({ id: 'network', path: shown(one.text) }));
      const name = namesOf(rest);
      if (/^(?:delete|purge|rmdirs?|deletefile|cleanup)$/.test(verb))
        add(run, 'cloud.delete', { name }, ['deletes'], { places });
      else if (/^(?:ls\w*|size|check|cat|about|tree|listremotes|version|md5sum)$/.test(verb))
        add(run, 'cloud.look', { name }, ['downloads'], { places });
      else if (/^(?:copy|sync|move|copyto|moveto|bisync)$/.test(verb))
        copyBetween(
          rest,
          run,
          verb === 'sync' ? ['deletes'] : verb.startsWith('move') ? ['moves', 'deletes'] : [],
          (one) => (/^[\w-]+:/.test(one.text) ? shown(one.text) : undefined),
        );
      else
        add(run, 'run.program', { name: `rclone ${verb}` }, ['sends', 'downloads'], {
          places,
          maybe: [{ id: 'maybe.program', params: { name: `rclone ${verb}` } }],
        });
    },
  },
  {
    names: 'nc ncat netcat socat telnet',
    stops: true,
    options:
      '-l -p= -v -z -w= -u -n -k -e=shell -c=shell -s= -i= -q= -4 -6 -N -C -U -x= -X= -d -h --ssl --exec=shell --sh-exec=shell -o=write -a -r -t',
    operands: 'text*',
    read: connects,
  },
  {
    names:
      'ping ping6 traceroute tracepath mtr dig nslookup host whois drill nmap arping fping curlie speedtest iperf iperf3 openssl-s_client',
    harmless: true,
    options:
      '-c= -i= -W= -w= -t= -s= -m= -p= -n? -q? -T= -I= -4 -6 -x= -y= -b= -k= -oN=write -oX=write -oA=write -iL=read',
    operands: 'text*',
    read: (call, run) => {
      const host =
        call.operands.find((one) => !/^[+@]|^(?:A|AAAA|MX|NS|TXT|CNAME|SOA|ANY|PTR|SRV)$|^\d+$/i.test(one.text)) ??
        call.operands[0];
      if (!host) return;
      const local = isLocal(host.text);
      const leaks = !isKnown(host);
      add(
        run,
        'web.reach',
        { host: plainName(host) },
        local ? ['reads'] : leaks ? ['downloads', 'sends'] : ['downloads'],
        {
          places: local ? [] : [{ id: 'network', path: plainName(host) }],
        },
      );
    },
  },
  {
    names: 'ssh-copy-id',
    options: '-i=read -p= -o= -f -n -s',
    operands: 'text*',
    read: (call, run) => {
      const host = hostOf(call.operands[0]?.text ?? '?').host;
      add(run, 'net.key', { host: shown(host) }, ['sends', 'permissions', 'settings'], {
        places: [{ id: 'network', path: shown(host) }],
      });
    },
  },
  {
    names: 'ssh-keygen',
    options:
      '-t= -b= -C= -f= -N= -P= -q -y -l -p -R= -F= -E= -e -i -m= -o -a= -B -A -s= -I= -n= -V= -z= -h -v -H -Y= -D= -c -K',
    read: (call, run) => {
      const file = value(call, '-f');
      if (has(call, '-l', '-y', '-F', '-B', '-e'))
        return looks(run, 'files.read', file ? [file] : [literal('~/.ssh/id_ed25519')]);
      if (has(call, '-R')) return touches(run, 'files.change', ['changes'], [file ?? literal('~/.ssh/known_hosts')]);
      touches(run, 'keys.create', ['creates', 'changes'], [file ?? literal('~/.ssh/id_ed25519')]);
    },
  },
  {
    names: 'ssh-add',
    options: '-l -L -D -d -k -K -t= -A -c -x -X -q --apple-use-keychain --apple-load-keychain',
    read: (call, run) =>
      call.operands.length > 0
        ? looks(run, 'files.read', call.operands)
        : add(run, 'computer.look', { name: 'ssh-add' }, ['reads']),
  },
  {
    names: 'ssh-keyscan',
    harmless: true,
    options: '-t= -p= -T= -f=read',
    operands: 'text*',
    read: (call, run) =>
      fetches(
        call.operands.map((one) => literal(`https://${one.text}`)),
        run,
        [],
      ),
  },
  {
    names: 'mail mailx sendmail mutt msmtp swaks',
    options: '-s= -a= -r= -c= -b= -t -i -v -A= -S= -e= -f= --to= --from= --server= --body= --header=',
    operands: 'text*',
    read: (call, run) => {
      const to = namesOf([...call.operands, ...values(call, '--to')]);
      const attached = values(call, '-a', '-A').filter((one) => !/:/.test(one.text));
      if (attached.length > 0) looks(run, 'files.read', attached);
      add(run, 'web.mail', { name: to }, ['sends'], { places: [{ id: 'network' }] });
    },
  },
  {
    names: 'ngrok cloudflared localtunnel lt tailscale bore',
    options:
      '--url= --port= --authtoken= --domain= --region= --subdomain= -p= --config=read --name= --hostname= --log= --to=',
    operands: 'name*',
    read: (call, run) =>
      add(run, 'net.open', { name: namesOf(call.operands) }, ['publishes', 'sends', 'background'], {
        places: [{ id: 'network' }],
        maybe: [],
      }),
    harmless: true,
  },
];

const unknownSaid = (name: string): Said => ({ id: 'maybe.variable', params: { name: shown(name) } });
const isLocal = (host: string): boolean => addressOf(host)?.local ?? false;

/** Names of variables that hold what nobody else should see. */
const secret = /(?:key|token|secret|passw|pwd|credential|auth|cookie|session)/i;

/** Gets addresses; `sent` is what goes along. */
export function fetches(urls: readonly Value[], run: Run, sent: readonly Chip[]): undefined {
  for (const url of urls) {
    if (url.text === '') continue;
    const from = run.findings.length;
    const plain = isKnown(url) ? url : { ...url, text: url.text.replace(/\u{e020}/gu, 'x') };
    const wild = isKnown(url) ? url.text.replace(/[{[].*$/s, '') : plain.text;
    const got = readAddress(addressOf(plain.text) ? plain.text : wild, run.where, 'web.get');
    const hands = sent.includes('sends') && got.does.id === 'web.get';
    const found = hands ? { ...got, does: { ...got.does, id: 'web.send' as const } } : got;
    const local = addressOf(plain.text)?.local === true;
    const chips = new Set<Chip>(found.chips);
    const maybe: Said[] = [...(found.maybe ?? [])];
    if (!isKnown(url)) {
      const output = url.unknown.some((one) => /^[$`(]/.test(one) && !/^\$[?$!#]$/.test(one));
      if (!local && (output || url.unknown.some((one) => secret.test(one)))) chips.add('sends');
      // Where the host itself is unknown, nobody can say who is asked.
      const host = /^(?:[a-z]+:\/\/)?(?:[^/?#@]*@)?([^/?#]*)/i.exec(url.text)?.[1] ?? '';
      if (/\u{e020}/u.test(host)) {
        const open = url.unknown.slice(0, 1);
        const params = { url: plainName(url), host: shown(open.join(', ')) };
        run.findings.push({
          ...found,
          does: { id: sent.includes('sends') ? 'web.send' : 'web.get', params },
          chips: [...new Set<Chip>([...chips, ...sent])],
          places: [{ id: 'network' }],
          notes: [],
          maybe: url.listed && !output ? [] : open.map(unknownSaid),
        });
        continue;
      }
    }
    for (const chip of sent) if (!local) chips.add(chip);
    run.findings.push({
      ...found,
      does:
        isKnown(url) || !found.does.params
          ? found.does
          : {
              ...found.does,
              params: { ...found.does.params, ...('url' in found.does.params && { url: plainName(url) }) },
            },
      chips: [...chips],
      ...(maybe.length > 0 && { maybe }),
      ...(run.part !== undefined && { part: run.part }),
    });
    if (run.findings.length === from)
      add(run, 'web.get', { url: plainName(url), host: '?' }, ['downloads'], { places: [{ id: 'network' }] });
  }
}

/** `@file` in what curl sends; `-` and `@-` are its input. */
function sentFiles(call: Call): readonly Value[] {
  const found: Value[] = [];
  for (const one of values(call, '-d', '--data-ascii', '--data-binary', '--json', '--data-urlencode', '--url-query')) {
    const file = /^[\w-]*@(.+)$/s.exec(one.text)?.[1];
    if (file && file !== '-') found.push({ ...one, text: file });
  }
  for (const one of values(call, '-F')) {
    const file = /^[^=]*=[@<]([^;]+)/s.exec(one.text)?.[1];
    if (file && file !== '-') found.push({ ...one, text: file });
  }
  for (const one of values(call, '-T')) if (one.text !== '-' && one.text !== '.') found.push(one);
  for (const one of values(call, '-b')) if (!one.text.includes('=') && one.text !== '') found.push(one);
  for (const one of values(call, '-H')) if (/^@./.test(one.text)) found.push({ ...one, text: one.text.slice(1) });
  return found;
}

function curl(call: Call, run: Run): undefined {
  if (has(call, '-V', '-h', '-M')) return add(run, 'computer.look', { name: 'curl' }, ['reads']);
  const urls = [...values(call, '--url'), ...call.operands];
  const files = sentFiles(call);
  if (files.length > 0) looks(run, 'files.read', files);
  const method = (value(call, '-X')?.text ?? '').toUpperCase();
  const body = has(
    call,
    '-d',
    '--data-ascii',
    '--data-raw',
    '--data-binary',
    '--data-urlencode',
    '--json',
    '-F',
    '--form-string',
    '-T',
    '--url-query',
  );
  const data = [...values(call, '-d', '--data-raw', '--data-binary', '--data-urlencode', '-H', '-u', '--url-query')];
  const carriesOutput = data.some((one) => one.unknown.some((name) => /^[$`(]/.test(name)));
  const sends = body || files.length > 0 || /^(?:POST|PUT|PATCH|DELETE)$/.test(method) || carriesOutput;
  const chips: Chip[] = sends ? ['sends'] : [];
  if (method === 'DELETE') chips.push('deletes');
  fetches(urls, run, chips);
  const names = values(call, '-d', '--data-raw', '-H').flatMap((one) => one.unknown);
  const shownMethod = method && !/^(?:GET|HEAD)$/.test(method) ? method : '';
  if (shownMethod || names.length > 0)
    noteLast(run, { id: 'note.with', params: { names: [shownMethod, ...names].filter(Boolean) } });
  if (urls.length === 0 && has(call, '-K'))
    add(run, 'web.get', { url: plainName(value(call, '-K')!), host: '?' }, ['downloads', 'sends'], {
      places: [{ id: 'network' }],
      maybe: [{ id: 'maybe.code' }],
    });
  saved(call, urls, run);
  const remote = urls.some((one) => !isLocal(one.text));
  run.output = { words: shown(`curl ${namesOf(urls)}`, 60), data: true, ...(remote && { downloaded: true as const }) };
}

function saved(call: Call, urls: readonly Value[], run: Run): undefined {
  if (!has(call, '-O', '--remote-name-all')) return;
  const folder = value(call, '--output-dir');
  for (const url of urls) {
    const name = /([^/?#]+)(?:[?#].*)?$/.exec(url.text)?.[1] ?? '…';
    touches(
      run,
      'files.write',
      ['changes', 'creates'],
      [{ ...url, text: `${folder ? `${folder.text}/` : './'}${name}` }],
    );
  }
}

function noteLast(run: Run, note: Said): undefined {
  const last = run.findings.at(-1);
  if (last) run.findings[run.findings.length - 1] = { ...last, notes: [...(last.notes ?? []), note] };
}

function wget(call: Call, run: Run): undefined {
  if (has(call, '--version', '--help', '-h', '-V')) return add(run, 'computer.look', { name: 'wget' }, ['reads']);
  const method = (value(call, '--method')?.text ?? '').toUpperCase();
  const sends =
    has(call, '--post-data', '--post-file', '--body-data', '--body-file') || /^(?:POST|PUT|PATCH|DELETE)$/.test(method);
  fetches(call.operands, run, [
    ...(sends ? (['sends'] as const) : []),
    ...(method === 'DELETE' ? (['deletes'] as const) : []),
  ]);
  const settings = values(call, '-e').filter((one) => /use_askpass|output|post/i.test(one.text));
  if (settings.length > 0) noteLast(run, { id: 'note.with', params: { names: settings.map(plainName) } });
  const list = value(call, '-i');
  if (list) add(run, 'web.page', { url: plainName(list), host: '?' }, ['downloads'], { places: [{ id: 'network' }] });
  const to = value(call, '-O');
  const remote = list !== undefined || call.operands.some((one) => !isLocal(one.text));
  if (to) {
    if (/^(?:-|\/dev\/stdout)$/.test(to.text))
      run.output = {
        words: shown(`wget ${namesOf(call.operands)}`, 60),
        data: true,
        ...(remote && { downloaded: true as const }),
      };
    else if (to.text !== '/dev/null') touches(run, 'files.write', ['changes', 'creates'], [to]);
  } else if (!has(call, '--spider')) {
    const folder = value(call, '-P');
    const names = call.operands.map((one): Value => {
      const name = /:\/\/[^/]+.*\/([^/?#]+)/.exec(one.text)?.[1] ?? 'index.html';
      return {
        ...one,
        text: `${folder ? `${folder.text.replace(/\/$/, '')}/` : './'}${has(call, '-r', '-m') ? '' : name}`,
      };
    });
    touches(run, 'files.write', ['creates', 'changes'], names.length > 0 ? names : [folder ?? literal('.')]);
  }
  if (has(call, '-b')) noteBackground(run);
}

function noteBackground(run: Run): undefined {
  const last = run.findings.at(-1);
  if (last) run.findings[run.findings.length - 1] = { ...last, chips: [...last.chips, 'background'] };
}

function httpie(call: Call, run: Run): undefined {
  let [first, ...rest] = call.operands;
  let method = '';
  if (first && /^[A-Z]+$/.test(first.text)) {
    method = first.text;
    [first, ...rest] = rest;
  }
  const data = rest.filter((one) => /=|@/.test(one.text) && !/==/.test(one.text) && !/^[\w-]+:[^=]/.test(one.text));
  const files = rest.flatMap((one) => {
    const file = /^[^=@]*=?@(.+)$/.exec(one.text)?.[1];
    return file ? [{ ...one, text: file }] : [];
  });
  if (files.length > 0) looks(run, 'files.read', files);
  const sends = data.length > 0 || /^(?:POST|PUT|PATCH|DELETE)$/.test(method) || run.input !== undefined;
  const url = first ? { ...first, text: first.text.replace(/^:(\d*)/, 'localhost:$1') } : undefined;
  if (url)
    fetches([url], run, [
      ...(sends ? (['sends'] as const) : []),
      ...(method === 'DELETE' ? (['deletes'] as const) : []),
    ]);
  run.output = { words: call.name, data: true, ...(url && !isLocal(url.text) && { downloaded: true as const }) };
}

/** `user@host:path` and `ssh://user@host:22/path`. */
export function hostOf(text: string): { readonly host: string; readonly path: string | undefined } {
  const plain = text.replace(/^[a-z+]+:\/\//i, '');
  const match = /^(?:[^@/]*@)?(\[[^\]]+\]|[^:/]+)(?::(.*))?$/s.exec(plain);
  return { host: match?.[1] ?? plain, path: match?.[2] };
}

function ssh(call: Call, run: Run): undefined {
  if (has(call, '-V', '-G', '-Q')) return add(run, 'computer.look', { name: 'ssh' }, ['reads']);
  const [first] = call.operands;
  if (!first) return;
  for (const one of values(call, '-o')) {
    const command = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[=\s]+(.*)$/is.exec(one.text)?.[1];
    if (command && command !== 'none') {
      add(run, 'run.helper', { name: 'ssh', command: shown(command) }, ['runs-code']);
      run.inner('bash', command, run);
    }
  }
  const host = isKnown(first) ? hostOf(first.text).host : plainName(first);
  const local = isLocal(host);
  const place: Place = { id: 'network', path: shown(host) };
  const unknown = isKnown(first) ? [] : first.unknown.map(unknownSaid);
  const words = wordsFrom(call, 1);
  const from = run.findings.length;
  const forward = [...values(call, '-L', '-R', '-D'), ...values(call, '-J')];
  if (words.length === 0 && !run.input) {
    add(
      run,
      'run.session',
      { name: shown(host) },
      local ? [] : ['sends', ...(has(call, '-f', '-N') ? (['background'] as const) : [])],
      {
        places: local ? [] : [place],
        maybe: [...unknown, ...(has(call, '-N') ? [] : [{ id: 'maybe.elsewhere' } as const])],
        notes: forward.length > 0 ? [{ id: 'note.with', params: { names: forward.map(plainName) } }] : [],
      },
    );
    return;
  }
  const outer = { where: run.where, lost: run.lost, depth: run.depth };
  run.where = { cwd: '/~', folder: '/~', home: '/~' };
  if (words.length > 0) {
    const { input, piped } = run;
    readShellText({ text: words.map((one) => one.text).join(' '), unknown: words.flatMap((one) => one.unknown) }, run);
    run.input = input;
    if (piped !== undefined) run.piped = piped;
  } else if (run.input?.value && isKnown(run.input.value)) readShellText(run.input.value, run);
  else add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  run.where = outer.where;
  run.lost = outer.lost;
  for (let i = from; i < run.findings.length; i++) {
    const one = run.findings[i]!;
    run.findings[i] = {
      ...one,
      places: [place],
      notes: [...(one.notes ?? []), { id: 'note.elsewhere', params: { host: shown(host) } }],
    };
  }
  const command = namesOf(words);
  add(run, 'run.elsewhere', { name: shown(host) }, ['sends'], {
    places: [place],
    maybe: unknown,
    notes: command ? [{ id: 'note.with', params: { names: [command] } }] : [],
  });
}

const remoteIn = (one: Value): string | undefined => {
  if (/^rsync:\/\//.test(one.text)) return hostOf(one.text.replace(/\/.*$/, '')).host;
  if (/^[./~]|^[a-z]:[\\/]/i.test(one.text)) return undefined;
  const scheme = /^(?:s3|gs|az|scp|ssh|sftp|ftp):\/\/([^/]+)/.exec(one.text);
  if (scheme) return hostOf(scheme[1]!).host;
  return /^[^/:]+:/.test(one.text) ? hostOf(one.text).host : undefined;
};

/** From or to another computer, or between two folders. */
function copies(call: Call, run: Run, more: readonly Chip[]): undefined {
  copyBetween(call.operands, run, more, remoteIn);
}

export function copyBetween(
  operands: readonly Value[],
  run: Run,
  more: readonly Chip[],
  remote: (one: Value) => string | undefined,
): undefined {
  const from = operands.slice(0, -1);
  const to = operands.at(-1);
  if (!to) return;
  if (from.length === 0) return looks(run, 'files.list', [to]);
  const goalHost = remote(to);
  const sourceHosts = from.flatMap((one) => remote(one) ?? []);
  if (goalHost === undefined && sourceHosts.length === 0) {
    carries(run, more.includes('moves') ? 'files.move' : 'files.copy', ['changes', ...more], from, to);
    if (more.includes('deletes')) touches(run, 'files.delete-others', ['deletes'], [to]);
    return;
  }
  const local = from.filter((one) => remote(one) === undefined).map((one) => target(run, one));
  const goal = goalHost === undefined ? target(run, to) : undefined;
  const maybe = goalHost === undefined ? [] : to.unknown.filter(() => !to.listed).map(unknownSaid);
  add(
    run,
    'net.copy',
    {
      from: from.map((one) => (remote(one) === undefined ? target(run, one).name : plainName(one))),
      to: goal?.name ?? plainName(to),
    },
    [...(goalHost !== undefined ? (['sends'] as const) : (['downloads', 'changes'] as const)), ...more],
    {
      places: [
        ...[goalHost, ...sourceHosts]
          .filter((one) => one !== undefined)
          .map((one): Place => ({ id: 'network', path: shown(one) })),
        ...local.flatMap((one) => one.places),
        ...(goal?.places ?? []),
      ],
      maybe: [...maybe, ...(goal?.maybe ?? [])],
    },
  );
  if (goal && isKnown(to)) touches(run, 'files.write', ['changes'], [to]);
  if (more.includes('deletes') && goal) touches(run, 'files.delete-others', ['deletes'], [to]);
}

function connects(call: Call, run: Run): undefined {
  const name = namesOf(call.operands);
  if (call.name === 'socat') {
    const runs = call.operands.filter((one) => /^(?:exec|system):/i.test(one.text));
    for (const one of runs) run.inner('bash', one.text.replace(/^\w+:/, '').replace(/,.*$/, ''), run);
    add(
      run,
      'web.connect',
      { host: name },
      ['sends', 'downloads', ...(runs.length > 0 ? (['runs-code'] as const) : [])],
      { places: [{ id: 'network', path: name }], maybe: [{ id: 'maybe.elsewhere' }] },
    );
    return;
  }
  const [host] = call.operands;
  if (has(call, '-l'))
    return add(
      run,
      'net.listen',
      { name: [name, ...values(call, '-p').map(plainName)].filter(Boolean).join(' ') },
      ['downloads'],
      { places: [], maybe: has(call, '-e', '-c') ? [{ id: 'maybe.elsewhere' }] : [] },
    );
  if (!host) return;
  const local = isLocal(host.text);
  if (has(call, '-z'))
    return add(run, 'web.reach', { host: name }, local ? ['reads'] : ['downloads'], {
      places: local ? [] : [{ id: 'network', path: plainName(host) }],
    });
  add(run, 'web.connect', { host: name }, local ? [] : ['sends', 'downloads'], {
    places: local ? [] : [{ id: 'network', path: plainName(host) }],
  });
}
