import type { Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { has, type Spec, value, values } from '../programs/spec.ts';
import { addressOf } from '../tools/address.ts';
import { add, isKnown, literal, looks, plainName, touches } from '../windows/run.ts';
import { connects, copies, copyBetween, hostOf, ssh } from './remote.ts';
import { curl, fetches, httpie, wget } from './web.ts';

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
      copies(call, run, has(call, '-n') ? [] : deletes ? ['deletes'] : []);
      const sources = call.operands.slice(0, -1);
      if (has(call, '--remove-source-files') && !has(call, '-n'))
        touches(run, 'files.delete-copied', ['deletes'], sources);
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

export const unknownSaid = (name: string): Said => ({ id: 'maybe.variable', params: { name: shown(name) } });
export const isLocal = (host: string): boolean => addressOf(host)?.local ?? false;
