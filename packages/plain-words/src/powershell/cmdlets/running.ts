import { callOutside } from '../../cmd/read-cmd.ts';
import { shown } from '../../messages/index.ts';
import { sqlChips } from '../../tools/sql.ts';
import { downloads, sends } from '../../windows/hosts.ts';
import { add, isKnown, literal, looks, runsUnknown, target, touches } from '../../windows/run.ts';
import type { Call } from '../bind.ts';
import { type Flow, listed, setBlockInput, unknownValue } from '../session.ts';
import { define, first, given, on, paths, table } from './define.ts';

/** `Invoke-WebRequest` and `Invoke-RestMethod`. */
function web(call: Call): Flow {
  const { run } = call.session;
  const url = first(call, 'Uri');
  if (!url) return undefined;
  const method = (first(call, 'Method', 'CustomMethod')?.text ?? 'GET').toUpperCase();
  const files = given(call, 'InFile');
  const to = first(call, 'OutFile');
  const carriesData = given(call, 'Body', 'Form').length > 0 && method !== 'GET';
  if (/^(?:POST|PUT|PATCH|DELETE|MERGE)$/.test(method) || files.length > 0 || carriesData) {
    sends(run, url, files, method === 'DELETE' ? ['sends', 'deletes'] : ['sends', 'downloads']);
    if (to) touches(run, 'files.write', ['changes', 'creates'], [to]);
  } else downloads(run, url, to);
  return [unknownValue(shown(url.text.replace(/\u{e020}/gu, '…'), 60))];
}
const webValues =
  'Method CustomMethod Body Form InFile OutFile Headers ContentType UserAgent WebSession SessionVariable Credential TimeoutSec ConnectionTimeoutSeconds OperationTimeoutSeconds MaximumRedirection MaximumRetryCount RetryIntervalSec Proxy ProxyCredential Certificate CertificateThumbprint TransferEncoding Authentication Token SslProtocol HttpVersion StatusCodeVariable ResponseHeadersVariable UnixSocket';
const webSwitches =
  'UseBasicParsing UseDefaultCredentials PassThru Resume SkipCertificateCheck SkipHeaderValidation SkipHttpErrorCheck PreserveAuthorizationOnRedirect PreserveHttpMethodOnRedirect AllowUnencryptedAuthentication AllowInsecureRedirect DisableKeepAlive NoProxy ProxyUseDefaultCredentials FollowRelLink';

function expression(call: Call): Flow {
  const { run } = call.session;
  const code = [...given(call, 'Command'), ...call.rest, ...(call.piped ? (call.input ?? []) : [])];
  for (const one of code.length > 0 ? code : [unknownValue('?')]) {
    if (isKnown(one) && !one.listed) run.inner('powershell', one.text, run);
    else {
      const fromNet = run.findings.some((found) => found.chips.includes('downloads'));
      add(run, fromNet ? 'run.downloaded' : 'run.code', {}, ['runs-code'], {
        maybe: fromNet
          ? [{ id: 'maybe.downloaded' }]
          : one.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
      });
    }
  }
  return undefined;
}

function process(call: Call): Flow {
  const { run } = call.session;
  const program = first(call, 'FilePath');
  if (!program) return undefined;
  const args = given(call, 'ArgumentList', 'Args');
  const folder = first(call, 'WorkingDirectory');
  const kept = { where: run.where, lost: run.lost };
  if (folder && isKnown(folder)) run.where = { ...run.where, cwd: target(run, folder).path?.path ?? run.where.cwd };
  const verb = first(call, 'Verb')?.text.toLowerCase();
  const name = shown(
    [program.text.replace(/\u{e020}/gu, program.unknown[0] ?? '?'), ...args.map((one) => one.text)].join(' '),
    80,
  );
  if (verb === 'runas' || verb === 'runasuser') add(run, 'run.admin', { name }, ['admin']);
  const words =
    args.length === 1 && /\s/.test(args[0]!.text) && !args[0]!.unknown.length
      ? args[0]!.text.match(/"[^"]*"|\S+/g)!.map((text) => literal(text.replaceAll('"', '')))
      : args;
  if (/^https?:/i.test(program.text)) downloads(run, program, undefined);
  else if (!isKnown(program))
    add(run, 'run.program', { name: program.unknown.join(', ') }, ['runs-code'], {
      maybe: program.unknown.map((one) => ({ id: 'maybe.variable', params: { name: shown(one) } })),
    });
  else callOutside(program, words, run);
  run.where = kept.where;
  run.lost = kept.lost;
  for (const out of given(call, 'RedirectStandardOutput', 'RedirectStandardError'))
    touches(run, 'files.overwrite', ['changes'], [out]);
  if (given(call, 'RedirectStandardInput').length > 0) looks(run, 'files.read', given(call, 'RedirectStandardInput'));
  if (!on(call, 'Wait'))
    add(run, 'run.background', { name: shown(program.text.replace(/\u{e020}/gu, '…'), 60) }, ['background']);
  return [listed(program.text)];
}

/** What stands in a script block runs, also on another computer. */
function blocks(call: Call): Flow {
  const { run } = call.session;
  const computers = given(call, 'ComputerName', 'Session', 'HostName', 'VMName', 'ContainerId');
  const file = first(call, 'FilePath', 'LiteralPath');
  if (computers.length > 0) {
    for (const block of call.blocks) {
      const before = run.findings.length;
      call.session.read(block.body);
      // Its places are the other computer's.
      for (let i = before; i < run.findings.length; i++) run.findings[i] = { ...run.findings[i]!, places: [] };
    }
    const name = computers.map((one) => (isKnown(one) ? one.text : (one.unknown[0] ?? '?'))).join(', ');
    add(run, 'run.elsewhere', { name: shown(name) }, ['sends', 'runs-code'], {
      places: [{ id: 'network', path: shown(name) }],
      maybe: call.blocks.length === 0 ? [{ id: 'maybe.elsewhere' }] : [],
    });
  } else for (const block of call.blocks) call.session.read(block.body);
  if (file) runsUnknown(run, 'run.script', target(run, file).name, target(run, file).places);
  else if (call.blocks.length === 0 && computers.length === 0)
    add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  if (/^start-/.test(call.name))
    add(run, 'run.background', { name: shown(call.blocks[0]?.written ?? call.name, 60) }, ['background']);
  return undefined;
}

/** Each thing of the pipe: the block speaks of it as `$_`. */
function forEach(call: Call): Flow {
  const restore = setBlockInput(call.session, call.input);
  let flow: Flow = call.input;
  for (const block of call.blocks) flow = call.session.read(block.body);
  restore();
  const member = call.rest[0] ?? first(call, 'MemberName', 'Process');
  if (call.blocks.length === 0 && member && /^(?:delete|kill)$/i.test(member.text)) {
    if (/^kill$/i.test(member.text))
      add(call.session.run, 'program.stop', { name: shown(call.input?.[0]?.unknown[0] ?? '?') }, ['stops-programs']);
    else touches(call.session.run, 'files.delete', ['deletes'], call.input ?? [unknownValue('…')]);
  }
  return call.blocks.length === 0 ? call.input : flow;
}

function where(call: Call): Flow {
  const restore = setBlockInput(call.session, call.input);
  for (const block of call.blocks) call.session.read(block.body);
  restore();
  // What stays is a part, and `$_` of later blocks keeps knowing that.
  return call.input?.map((one) => ({ ...one, partly: true as const }));
}

const setWords = (call: Call): Flow => {
  const name = shown(first(call, 'Name')?.text ?? '?');
  add(call.session.run, 'settings.words', { name }, [], { maybe: [{ id: 'maybe.words', params: { name } }] });
  return [];
};

export const runningCmdlets = table(
  define('Invoke-WebRequest', 'Uri', webValues, webSwitches, web),
  define('Invoke-RestMethod', 'Uri', webValues, webSwitches, web),
  define('Invoke-Expression', 'Command', '', '', expression),
  define(
    'Start-Process',
    'FilePath ArgumentList',
    'Args Credential WorkingDirectory Verb WindowStyle RedirectStandardOutput RedirectStandardError RedirectStandardInput Environment',
    'Wait NoNewWindow PassThru LoadUserProfile UseNewEnvironment',
    process,
  ),
  define(
    'Invoke-Command',
    'ComputerName ScriptBlock',
    'FilePath ArgumentList Session HostName UserName VMName ContainerId Credential Port ConfigurationName JobName ThrottleLimit InputObject KeyFilePath',
    'AsJob NoNewScope HideComputerName InDisconnectedSession SSHTransport EnableNetworkAccess UseSSL',
    (call) => {
      // A block at the first place runs here.
      return blocks(
        call.blocks.length > 0 && first(call, 'ComputerName')?.written === '{…}'
          ? { ...call, bound: new Map([...call.bound].filter(([name]) => name !== 'computername')) }
          : call,
      );
    },
  ),
  define(
    'Start-Job',
    'ScriptBlock',
    'FilePath LiteralPath Name ArgumentList InitializationScript WorkingDirectory Credential PSVersion InputObject',
    'RunAs32',
    blocks,
  ),
  define(
    'Start-ThreadJob',
    'ScriptBlock',
    'FilePath Name ArgumentList InitializationScript ThrottleLimit InputObject StreamingHost',
    '',
    blocks,
  ),
  define('Measure-Command', 'Expression', 'InputObject', '', blocks),
  define(
    'Enter-PSSession',
    'ComputerName',
    'HostName UserName Credential Port Session',
    'UseSSL SSHTransport',
    (call) => session(call),
  ),
  define(
    'New-PSSession',
    'ComputerName',
    'HostName UserName Credential Port Name',
    'UseSSL SSHTransport EnableNetworkAccess',
    (call) => session(call),
  ),
  define(
    'ForEach-Object',
    'Process',
    'Begin End MemberName ArgumentList InputObject Parallel ThrottleLimit TimeoutSeconds',
    'AsJob UseNewRunspace',
    forEach,
  ),
  define(
    'Where-Object',
    'FilterScript Property Value',
    'InputObject',
    'EQ NE GT GE LT LE Like NotLike Match NotMatch Contains NotContains In NotIn Is IsNot Not CEQ CMatch CLike',
    where,
    true,
  ),
  define('Invoke-Item', 'Path', 'LiteralPath Filter Include Exclude', '', (call) => {
    const files = paths(call);
    add(
      call.session.run,
      'run.open',
      { paths: files.map((one) => target(call.session.run, one).name) },
      ['runs-code'],
      {
        places: files.flatMap((one) => target(call.session.run, one).places),
        maybe: files.map((one) => ({ id: 'maybe.program', params: { name: target(call.session.run, one).name } })),
      },
    );
    return [];
  }),
  define(
    'Import-Module',
    'Name',
    'Prefix Function Cmdlet Variable Alias MinimumVersion MaximumVersion RequiredVersion ArgumentList Scope PSSession',
    'Force PassThru Global DisableNameChecking NoClobber UseWindowsPowerShell SkipEditionCheck AsCustomObject',
    (call) => {
      for (const one of given(call, 'Name')) {
        if (/[\\/]|\.ps[md]?1$|\.dll$/i.test(one.text) || !isKnown(one))
          runsUnknown(
            call.session.run,
            'run.script',
            isKnown(one) ? target(call.session.run, one).name : one.unknown.join(', '),
            target(call.session.run, one).places,
          );
        else add(call.session.run, 'run.module', { name: shown(one.text) }, ['runs-code']);
      }
      return [];
    },
  ),
  define(
    'Add-Type',
    'TypeDefinition',
    'AssemblyName Path LiteralPath MemberDefinition Name Namespace UsingNamespace Language ReferencedAssemblies OutputAssembly OutputType CompilerOptions',
    'PassThru IgnoreWarnings',
    (call) => {
      if (given(call, 'AssemblyName').length === 0)
        add(call.session.run, 'run.language', { name: 'C#' }, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
      return [];
    },
  ),
  define('New-Object', 'TypeName ArgumentList', 'Property ComObject', 'Strict', (call) => {
    const com = first(call, 'ComObject');
    if (com && !/^Scripting\.Dictionary$/i.test(com.text))
      add(call.session.run, 'run.language', { name: shown(com.text) }, ['runs-code'], {
        maybe: [{ id: 'maybe.program', params: { name: shown(com.text) } }],
      });
    return [listed(com?.text ?? first(call, 'TypeName')?.text ?? 'New-Object')];
  }),
  define('Set-Alias', 'Name Value', 'Description Option Scope', 'Force PassThru', setWords),
  define('New-Alias', 'Name Value', 'Description Option Scope', 'Force PassThru', setWords),
  define(
    'Set-Variable',
    'Name Value',
    'Scope Option Visibility Description Include Exclude',
    'Force PassThru',
    (call) => {
      const name = first(call, 'Name');
      if (name)
        call.session.run.variables.set(`$${name.text.toLowerCase()}`, first(call, 'Value') ?? unknownValue(name.text));
      return [];
    },
  ),
  define('New-Variable', 'Name Value', 'Scope Option Visibility Description', 'Force PassThru', (call) => {
    const name = first(call, 'Name');
    if (name)
      call.session.run.variables.set(`$${name.text.toLowerCase()}`, first(call, 'Value') ?? unknownValue(name.text));
    return [];
  }),
  define(
    'Start-BitsTransfer',
    'Source Destination',
    'TransferType DisplayName Description Credential Priority ProxyUsage Authentication',
    'Asynchronous Suspended',
    (call) => {
      const source = first(call, 'Source') ?? unknownValue('Source');
      const to = first(call, 'Destination');
      if (/upload/i.test(first(call, 'TransferType')?.text ?? ''))
        sends(call.session.run, to ?? unknownValue('Destination'), [source]);
      else downloads(call.session.run, source, to);
      return [];
    },
  ),
  define(
    'Send-MailMessage',
    'To Subject Body',
    'From SmtpServer Attachments Cc Bcc Credential Port Encoding Priority DeliveryNotificationOption ReplyTo',
    'BodyAsHtml UseSsl',
    (call) => {
      const files = given(call, 'Attachments');
      if (files.length > 0) looks(call.session.run, 'files.read', files);
      const server = first(call, 'SmtpServer');
      add(
        call.session.run,
        'web.mail',
        {
          name: given(call, 'To')
            .map((one) => shown(one.text))
            .join(', '),
        },
        ['sends'],
        { places: [server ? { id: 'network', path: shown(server.text) } : { id: 'network' }] },
      );
      return [];
    },
  ),
  define(
    'Invoke-Sqlcmd',
    'Query',
    'ServerInstance Database InputFile Username Password ConnectionString QueryTimeout Variable',
    'TrustServerCertificate OutputSqlErrors',
    (call) => sql(call),
  ),
  define(
    'Test-Connection',
    'TargetName',
    'ComputerName Count Delay TimeoutSeconds TcpPort BufferSize',
    'Quiet Repeat Traceroute IPv4 IPv6 Ping',
    (call) => asks(call),
    true,
  ),
  define(
    'Test-NetConnection',
    'ComputerName',
    'Port CommonTCPPort InformationLevel RemoteAddress',
    'TraceRoute DiagnoseRouting',
    (call) => asks(call),
    true,
  ),
  define('Resolve-DnsName', 'Name Type', 'Server', 'DnsOnly CacheOnly NoHostsFile', (call) => asks(call), true),
);

function asks(call: Call): Flow {
  const host = given(call, 'TargetName', 'ComputerName', 'Name')[0]?.text ?? '?';
  const local = /^(?:localhost|127\.|::1)/i.test(host);
  add(call.session.run, 'web.reach', { host: shown(host) }, ['reads'], {
    places: local ? [] : [{ id: 'network', path: shown(host) }],
  });
  return [listed(call.written)];
}

function session(call: Call): Flow {
  const name = shown(
    given(call, 'ComputerName', 'HostName', 'Session')
      .map((one) => one.text)
      .join(', ') || '?',
  );
  add(call.session.run, 'run.session', { name }, ['sends'], { places: [{ id: 'network', path: name }] });
  return [listed(name)];
}

function sql(call: Call): Flow {
  const text = first(call, 'Query');
  const server = first(call, 'ServerInstance', 'ConnectionString');
  const local = !server || /^(?:\.|\(local|localhost|127\.)/i.test(server.text);
  const places = local ? [] : ([{ id: 'network', path: shown(server.text) }] as const);
  const file = first(call, 'InputFile');
  if (file)
    runsUnknown(
      call.session.run,
      'run.script',
      target(call.session.run, file).name,
      target(call.session.run, file).places,
    );
  const chips = (text && sqlChips(text.text)) ?? (['database'] as const);
  const id = chips.includes('deletes') ? 'data.delete' : chips.includes('changes') ? 'data.change' : 'data.query';
  add(call.session.run, id, { sql: shown(text?.text ?? file?.text ?? '?') }, [...chips, 'database'], { places });
  return [listed('Invoke-Sqlcmd')];
}
