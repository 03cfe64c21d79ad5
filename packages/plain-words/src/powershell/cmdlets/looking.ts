import { shown } from '../../messages/index.ts';
import { add, literal, looks, touches, type Value } from '../../windows/run.ts';
import type { Call, Cmdlet } from '../bind.ts';
import { combined } from '../calls.ts';
import { type Flow, listed } from '../session.ts';
import { define, first, given, on, paths, table } from './define.ts';

const here = literal('.');
const fileValues = 'LiteralPath Filter Include Exclude Credential Stream';

/** Files of a folder: what goes on are their names, as a pattern. */
function listFiles(call: Call): Flow {
  const folders = given(call, 'Path', 'LiteralPath');
  const from = folders.length > 0 ? folders : call.piped && call.input ? call.input : [here];
  const filter = first(call, 'Filter', 'Include');
  const registry = from.every((one) =>
    /^(?:hk|registry::|env:|cert:|variable:|function:|alias:|wsman:)/i.test(one.text),
  );
  if (registry)
    looks(call.session.run, /^(?:hk|reg)/i.test(from[0]!.text) ? 'settings.registry-read' : 'files.list', from);
  else if (filter) looks(call.session.run, 'files.find', from, { pattern: filter.text });
  else looks(call.session.run, 'files.list', from);
  return from.map((one): Value => {
    const wild = /[*?]/.test(one.text);
    const name = filter?.text ?? '*';
    return wild ? { ...one, listed: true } : { ...combined([one, literal(name)]), listed: true };
  });
}

function readFiles(call: Call): Flow {
  const files = paths(call);
  if (files.length > 0) looks(call.session.run, 'files.read', files);
  return files.map((one) => listed(one.text.replace(/\u{e020}/gu, '…')));
}

/** The same paths go on. */
function samePaths(call: Call): Flow {
  const files = paths(call);
  if (files.length > 0) looks(call.session.run, 'files.list', files);
  return files;
}

const looking = (
  name: string,
  positions: string,
  values: string,
  switches: string,
  read: (call: Call) => Flow,
): Cmdlet => define(name, positions, values, switches, read, true);

/** Cmdlets that look at files. */
const files = table(
  looking(
    'Get-ChildItem',
    'Path Filter',
    'LiteralPath Include Exclude Depth Attributes',
    'Recurse Force Name Directory File Hidden ReadOnly System FollowSymlink',
    listFiles,
  ),
  looking(
    'Get-Content',
    'Path',
    `${fileValues} TotalCount Head First Tail Last ReadCount Encoding Delimiter`,
    'Raw Wait Force AsByteStream',
    readFiles,
  ),
  looking('Get-Item', 'Path', fileValues, 'Force', samePaths),
  looking('Get-ItemProperty', 'Path Name', fileValues, '', (call) => {
    const from = paths(call);
    const name = first(call, 'Name');
    if (/^(?:hk|registry::)/i.test(from[0]?.text ?? '')) looks(call.session.run, 'settings.registry-read', from);
    else looks(call.session.run, 'files.list', from);
    return [listed(name?.text ?? call.written)];
  }),
  looking('Get-ItemPropertyValue', 'Path Name', fileValues, '', readFiles),
  looking('Test-Path', 'Path', `${fileValues} PathType OlderThan NewerThan`, 'IsValid', (call) => {
    const from = paths(call);
    if (from.length > 0) looks(call.session.run, 'files.find-one', from);
    return [listed(call.written)];
  }),
  looking('Resolve-Path', 'Path', 'LiteralPath Credential RelativeBasePath', 'Relative', samePaths),
  looking('Convert-Path', 'Path', 'LiteralPath', '', samePaths),
  looking('Get-FileHash', 'Path', 'LiteralPath Algorithm InputStream', '', readFiles),
  looking('Get-Acl', 'Path', fileValues, 'Audit AllCentralAccessPolicies', (call) => {
    looks(call.session.run, 'files.rights', paths(call));
    return [listed(call.written)];
  }),
  looking('Get-AuthenticodeSignature', 'FilePath', 'LiteralPath', '', (call) => {
    looks(call.session.run, 'files.read', paths(call, 'FilePath', 'LiteralPath'));
    return [listed(call.written)];
  }),
  looking(
    'Select-String',
    'Pattern Path',
    'LiteralPath Include Exclude Encoding Context InputObject Culture',
    'SimpleMatch CaseSensitive Quiet List NotMatch AllMatches NoEmphasis Raw',
    (call) => {
      const from = paths(call, 'Path', 'LiteralPath');
      const words = given(call, 'Pattern')
        .map((one) => one.text)
        .join(', ');
      if (
        from.length > 0 &&
        !(call.piped && given(call, 'Path', 'LiteralPath').length === 0 && from.every((one) => one.unknown.length > 0))
      )
        looks(call.session.run, 'files.search', from, { pattern: shown(words) });
      else add(call.session.run, 'text.search', { pattern: shown(words) }, ['reads']);
      return from.map((one) => ({ ...one, listed: true as const }));
    },
  ),
  looking('Import-Csv', 'Path Delimiter', 'LiteralPath Header Encoding', 'UseCulture', readFiles),
  looking('Import-Clixml', 'Path', 'LiteralPath Skip First', 'IncludeTotalCount', readFiles),
  looking('Import-PowerShellDataFile', 'Path', 'LiteralPath', 'SkipLimitCheck', readFiles),
  looking('Format-Hex', 'Path', 'LiteralPath InputObject Encoding Count Offset', 'Raw', readFiles),
  looking(
    'Compare-Object',
    'ReferenceObject DifferenceObject',
    'Property SyncWindow Culture',
    'IncludeEqual ExcludeDifferent PassThru CaseSensitive',
    () => [listed('Compare-Object')],
  ),
  looking('Join-Path', 'Path ChildPath AdditionalChildPath', '', 'Resolve', (call) => [
    combined([...given(call, 'Path', 'ChildPath', 'AdditionalChildPath'), ...call.rest]),
  ]),
  looking(
    'Split-Path',
    'Path',
    'LiteralPath',
    'Parent Leaf LeafBase Extension Qualifier NoQualifier Resolve IsAbsolute',
    (call) => {
      const from = paths(call);
      return from.map((one) =>
        on(call, 'Leaf')
          ? { ...one, text: one.text.replace(/^.*[\\/]/, '') }
          : { ...one, text: one.text.replace(/[\\/][^\\/]*$/, '') },
      );
    },
  ),
  looking('Get-Location', '', 'PSProvider PSDrive StackName', 'Stack', (call) => [literal(call.session.run.where.cwd)]),
  looking('New-TemporaryFile', '', '', '', (call) => {
    const file = combined([call.session.run.variables.get('temp') ?? literal('temp'), literal('tmp')]);
    touches(call.session.run, 'files.create', ['creates'], [file]);
    return [file];
  }),
);

/** Cmdlets that only make text or values of what they are given, or show it. */
const plain =
  'Write-Output Write-Host Write-Verbose Write-Warning Write-Error Write-Information Write-Debug Write-Progress Out-Null Out-Host Out-String Out-Default Out-GridView Format-Table Format-List Format-Wide Format-Custom Sort-Object Group-Object Measure-Object Get-Unique ConvertTo-Json ConvertFrom-Json ConvertTo-Csv ConvertFrom-Csv ConvertTo-Html ConvertTo-Xml ConvertFrom-StringData ConvertFrom-Markdown Start-Sleep New-Guid New-TimeSpan Clear-Host Read-Host Set-StrictMode Wait-Process Wait-Job Get-Random Get-Member Get-Date Select-Xml Test-Json Join-String Get-Error Clear-Variable Remove-Variable Get-Variable Set-PSDebug Trace-Command Show-Markdown Get-Culture Get-UICulture ConvertTo-SecureString ConvertFrom-SecureString Update-List Add-Member Write-EventLog Wait-Event Debug-Runspace Set-PSReadLineOption Set-PSReadLineKeyHandler Select-Object';
const printing = /^(?:write-|out-host|out-default)/i;

/** Cmdlets that look at the state of the computer. */
const states =
  'Get-Process Get-Service Get-Command Get-Help Get-Alias Get-Module Get-Host Get-History Get-EventLog Get-WinEvent Get-CimInstance Get-CimClass Get-WmiObject Get-NetTCPConnection Get-NetUDPEndpoint Get-NetIPAddress Get-NetIPConfiguration Get-NetAdapter Get-NetRoute Get-NetFirewallRule Get-NetFirewallProfile Get-NetConnectionProfile Get-Volume Get-Disk Get-Partition Get-PhysicalDisk Get-PSDrive Get-PSProvider Get-ExecutionPolicy Get-ScheduledTask Get-ScheduledTaskInfo Get-ScheduledJob Get-HotFix Get-ComputerInfo Get-LocalUser Get-LocalGroup Get-LocalGroupMember Get-Package Get-PackageProvider Get-PackageSource Get-AppxPackage Get-AppxProvisionedPackage Get-TimeZone Get-Job Receive-Job Get-Credential Get-Clipboard Get-PSRepository Get-InstalledModule Get-InstalledScript Get-BitLockerVolume Get-Printer Get-PrintJob Get-SmbShare Get-SmbConnection Get-SmbMapping Get-MpComputerStatus Get-MpPreference Get-MpThreat Get-Verb Get-TypeData Get-Runspace Get-Counter Get-StartApps Get-WindowsOptionalFeature Get-WindowsCapability Get-WindowsFeature Get-DnsClientServerAddress Get-DnsClientCache Get-DnsClient Get-PnpDevice Get-PSSession Get-PSReadLineOption Get-PSReadLineKeyHandler Get-FormatData Get-EventSubscriber Get-Event Get-TraceSource Get-WinUserLanguageList Get-WinSystemLocale Get-Tpm Get-Uptime Get-ControlPanelItem Get-ComputerRestorePoint Get-WindowsUpdateLog Get-PSHostProcessInfo Get-Certificate Show-Command Get-ChildProcess Test-ModuleManifest Get-VM Get-Acl';

function state(name: string): Cmdlet {
  return looking(name, '', '', '', (call) => {
    // Every value counts as asked for: which parameter it belongs to makes no difference to a look.
    const asked = call.rest.map((one) => (one.unknown.length > 0 ? one.unknown.join(', ') : one.text)).filter(Boolean);
    const id = /^get-process$/i.test(name) ? 'program.list' : /^get-service$/i.test(name) ? 'service.list' : undefined;
    if (id && asked.length === 0) add(call.session.run, id, {}, ['reads']);
    else add(call.session.run, 'computer.look', { name: shown([name, ...asked].join(' '), 80) }, ['reads']);
    return [named(call)];
  });
}

/** What a listing holds, by the name that was asked for: `Get-Process node` → node. */
function named(call: Call): Value {
  const name = call.rest[0] ?? first(call, 'Name');
  return name && name.unknown.length === 0 && !name.text.startsWith('-') ? listed(name.text) : listed(call.written);
}

export const lookingCmdlets: Readonly<Record<string, Cmdlet>> = {
  ...Object.fromEntries(states.split(' ').map((name) => [name.toLowerCase(), state(name)])),
  ...Object.fromEntries(
    plain.split(' ').map((name) => [
      name.toLowerCase(),
      looking(name, '', '', '', (call) => {
        for (const block of call.blocks) call.session.read(block.body);
        if (printing.test(name)) {
          add(call.session.run, 'text.print', {}, []);
          return call.rest.length > 0 ? call.rest : call.input;
        }
        if (/^(?:get-date|get-random|new-guid|get-culture)/i.test(name)) return [listed(name)];
        return call.piped ? (call.input ?? undefined) : call.rest;
      }),
    ]),
  ),
  ...files,
};
