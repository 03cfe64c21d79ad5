import type { Chip } from '@bureau/contracts';
import { type MessageId, shown } from '../../messages/index.ts';
import { onDisk } from '../../windows/disks.ts';
import { add } from '../../windows/run.ts';
import type { Call, Cmdlet } from '../bind.ts';
import { define, first, given, table } from './define.ts';

/** The thing a cmdlet works on, as a person would call it. */
function subject(call: Call, ...names: readonly string[]): string {
  const found = [...given(call, ...names, 'Name'), ...call.rest];
  const values = found.length > 0 ? found : call.piped ? (call.input ?? []) : [];
  return shown(
    values.map((one) => (one.unknown.length > 0 ? one.unknown.join(', ') : one.text)).join(', ') || call.name,
    100,
  );
}

/** A cmdlet that does one thing to what it names. */
function simple(
  name: string,
  positions: string,
  id: MessageId,
  chips: readonly Chip[],
  options: { values?: string; switches?: string; system?: boolean; network?: boolean } = {},
): Cmdlet {
  return define(
    name,
    positions,
    `${options.values ?? ''} InputObject Description DisplayName Credential ComputerName CimSession ThrottleLimit`,
    `Force PassThru AsJob AllUsers ${options.switches ?? ''}`,
    (call) => {
      const what = subject(call, ...positions.split(' ').filter(Boolean), 'DisplayName', 'InputObject');
      const unknown = [...given(call, ...positions.split(' ').filter(Boolean)), ...call.rest].filter(
        (one) => one.unknown.length > 0 && !one.listed,
      );
      add(call.session.run, id, { name: what, paths: what }, chips, {
        places: [
          ...(options.system ? ([{ id: 'system' }] as const) : []),
          ...(options.network ? ([{ id: 'network' }] as const) : []),
        ],
        maybe: unknown.flatMap((one) =>
          one.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const),
        ),
      });
      return [];
    },
  );
}

const sets = (names: string, positions: string, id: MessageId, chips: readonly Chip[], values = ''): Cmdlet[] =>
  names.split(' ').map((name) => ({ ...simple(name, positions, id, chips, { values, system: true }), harmless: true }));

const service = 'Name';
const disk = (name: string, id: MessageId, chips: readonly Chip[]): Cmdlet =>
  define(
    name,
    'DriveLetter Number',
    'DiskNumber PartitionNumber FileSystem FileSystemLabel NewFileSystemLabel NewDriveLetter Size AllocationUnitSize PartitionStyle ImagePath InputObject Path UniqueId FriendlyName GptType MbrType AssignDriveLetter',
    'Force Full Compress RemoveData RemoveOEM UseMaximumSize AssignDriveLetter PassThru Scan SpotFix OfflineScanAndFix',
    (call) => {
      const letter = first(call, 'DriveLetter', 'NewDriveLetter');
      const what = letter
        ? `${letter.text.replace(/:.*$/, '')}:`
        : subject(call, 'Number', 'DiskNumber', 'ImagePath', 'Path', 'FriendlyName');
      add(call.session.run, id, { name: shown(what) }, chips, onDisk(call.session.run, what));
      return [];
    },
  );

export const administeringCmdlets = table(
  simple('Stop-Process', 'Id', 'program.stop', ['stops-programs'], { values: 'Name' }),
  simple('Start-Service', service, 'service.start', ['background']),
  simple('Stop-Service', service, 'service.stop', ['stops-programs'], { switches: 'NoWait' }),
  simple('Restart-Service', service, 'service.restart', ['stops-programs', 'background']),
  simple('Suspend-Service', service, 'service.stop', ['stops-programs']),
  simple('Resume-Service', service, 'service.start', ['background']),
  simple('Set-Service', service, 'service.change', ['settings', 'background'], {
    values: 'StartupType Status SecurityDescriptorSddl',
  }),
  simple('New-Service', 'Name BinaryPathName', 'service.add', ['background', 'settings'], {
    values: 'StartupType DependsOn',
  }),
  simple('Remove-Service', service, 'service.delete', ['deletes', 'settings']),
  simple('Stop-Computer', '', 'computer.shutdown', ['stops-programs']),
  simple('Restart-Computer', '', 'computer.restart', ['stops-programs'], {
    values: 'Timeout For Delay',
    switches: 'Wait',
  }),
  simple('Rename-Computer', 'NewName', 'computer.rename', ['settings'], { switches: 'Restart', system: true }),
  simple('Stop-Job', 'Id', 'program.stop', ['stops-programs'], { values: 'Name Job' }),
  simple('Remove-Job', 'Id', 'program.stop', [], { values: 'Name Job State' }),
  simple('Register-ScheduledTask', 'TaskName', 'timed.add', ['background'], {
    values: 'TaskPath Action Trigger Settings Principal User Password Xml RunLevel',
  }),
  simple('Register-ScheduledJob', 'Name', 'timed.add', ['background'], {
    values: 'ScriptBlock FilePath Trigger ScheduledJobOption ArgumentList RunEvery',
  }),
  simple('Unregister-ScheduledTask', 'TaskName', 'timed.delete', ['deletes'], { values: 'TaskPath' }),
  simple('Unregister-ScheduledJob', 'Name', 'timed.delete', ['deletes']),
  simple('Set-ScheduledTask', 'TaskName', 'timed.change', ['background', 'settings'], {
    values: 'TaskPath Action Trigger Settings Principal User Password',
  }),
  simple('Enable-ScheduledTask', 'TaskName', 'timed.change', ['background', 'settings'], { values: 'TaskPath' }),
  simple('Disable-ScheduledTask', 'TaskName', 'timed.change', ['settings', 'background'], { values: 'TaskPath' }),
  define('Start-ScheduledTask', 'TaskName', 'TaskPath InputObject', '', (call) => {
    const name = subject(call, 'TaskName');
    add(call.session.run, 'timed.run', { name }, ['runs-code', 'background'], {
      maybe: [{ id: 'maybe.program', params: { name } }],
    });
    return [];
  }),
  simple('Stop-ScheduledTask', 'TaskName', 'timed.stop', ['stops-programs'], { values: 'TaskPath' }),
  ...[
    'New-ScheduledTaskAction',
    'New-ScheduledTaskTrigger',
    'New-ScheduledTaskSettingsSet',
    'New-ScheduledTaskPrincipal',
    'New-ScheduledTask',
    'New-JobTrigger',
    'New-ScheduledJobOption',
  ].map((name) =>
    define(
      name,
      'Execute',
      'Argument WorkingDirectory At User UserId LogonType RunLevel RepetitionInterval RepetitionDuration DaysOfWeek DaysInterval Action Trigger Settings Principal RandomDelay',
      'Daily Weekly Once AtLogOn AtStartup',
      (call) => {
        const runs = first(call, 'Execute');
        if (runs)
          add(
            call.session.run,
            'timed.add',
            { name: shown([runs, ...given(call, 'Argument')].map((one) => one.text).join(' ')) },
            ['background'],
          );
        return [];
      },
      true,
    ),
  ),
  ...sets('Set-ExecutionPolicy', 'ExecutionPolicy Scope', 'settings.rules', ['settings', 'permissions']),
  ...sets(
    'Set-MpPreference Add-MpPreference Remove-MpPreference',
    'ExclusionPath',
    'settings.guard',
    ['settings'],
    'ExclusionProcess ExclusionExtension DisableRealtimeMonitoring SubmitSamplesConsent',
  ),
  ...sets(
    'New-NetFirewallRule Set-NetFirewallRule Enable-NetFirewallRule Disable-NetFirewallRule Set-NetFirewallProfile Copy-NetFirewallRule',
    'DisplayName',
    'settings.firewall',
    ['settings'],
    'Name Direction Action LocalPort RemotePort Protocol Program Profile Enabled RemoteAddress Group',
  ),
  ...sets('Remove-NetFirewallRule', 'Name', 'settings.firewall', ['settings', 'deletes'], 'Group'),
  ...sets(
    'Set-DnsClientServerAddress New-NetIPAddress Set-NetIPAddress Set-NetIPInterface Set-NetConnectionProfile New-NetRoute Set-NetAdapter Enable-NetAdapter Disable-NetAdapter Rename-NetAdapter Clear-DnsClientCache',
    'Name',
    'settings.network',
    ['settings'],
    'InterfaceAlias InterfaceIndex ServerAddresses IPAddress PrefixLength NetworkCategory',
  ),
  ...sets(
    'Set-TimeZone Set-Date Set-Culture Set-WinUserLanguageList Set-WinSystemLocale Add-Computer Remove-Computer Enable-PSRemoting Disable-PSRemoting Set-PSRepository Register-PSRepository Set-PSSessionConfiguration Enable-ComputerRestore Disable-ComputerRestore Set-WSManQuickConfig Set-WSManInstance New-EventLog Limit-EventLog Enable-BitLocker Disable-BitLocker Set-Printer Add-Printer',
    'Id',
    'settings.change',
    ['settings'],
    'Name Date Adjust LanguageList DomainName SourceLocation InstallationPolicy',
  ),
  ...sets('Clear-EventLog Remove-EventLog', 'LogName', 'log.clear', ['deletes']),
  ...sets(
    'Enable-WindowsOptionalFeature Add-WindowsCapability Install-WindowsFeature Add-WindowsPackage',
    'FeatureName',
    'settings.change',
    ['installs', 'settings'],
    'Name PackagePath',
  ),
  ...sets(
    'Disable-WindowsOptionalFeature Remove-WindowsCapability Uninstall-WindowsFeature',
    'FeatureName',
    'settings.change',
    ['deletes', 'settings'],
    'Name',
  ),
  ...sets('New-LocalUser', 'Name', 'user.add', ['permissions', 'settings', 'creates'], 'Password'),
  ...sets('Remove-LocalUser Remove-LocalGroup', 'Name', 'user.delete', ['deletes', 'permissions', 'settings']),
  ...sets(
    'Set-LocalUser Enable-LocalUser Disable-LocalUser Rename-LocalUser',
    'Name',
    'user.change',
    ['permissions', 'settings'],
    'Password NewName',
  ),
  ...sets('Add-LocalGroupMember Remove-LocalGroupMember New-LocalGroup', 'Group Member', 'user.rights', [
    'permissions',
    'settings',
  ]),
  ...sets(
    'New-SmbShare Grant-SmbShareAccess',
    'Name Path',
    'share.create',
    ['permissions', 'settings', 'publishes'],
    'AccountName AccessRight FullAccess ChangeAccess ReadAccess',
  ),
  ...sets('Remove-SmbShare Revoke-SmbShareAccess', 'Name', 'share.stop', ['settings', 'deletes']),
  simple('Set-Clipboard', 'Value', 'text.clipboard', [], { values: 'Path' }),
  simple('Install-Module', 'Name', 'install.add', ['installs', 'downloads'], {
    network: true,
    values: 'Repository Scope RequiredVersion MinimumVersion MaximumVersion',
    switches: 'AllowClobber SkipPublisherCheck AllowPrerelease AcceptLicense',
  }),
  simple('Install-PSResource', 'Name', 'install.add', ['installs', 'downloads'], {
    network: true,
    values: 'Repository Scope Version',
    switches: 'TrustRepository AcceptLicense Reinstall',
  }),
  simple('Install-Package', 'Name', 'install.add', ['installs', 'downloads'], {
    network: true,
    values: 'Source ProviderName RequiredVersion Scope Destination',
    switches: 'SkipDependencies',
  }),
  simple('Install-Script', 'Name', 'install.add', ['installs', 'downloads'], {
    network: true,
    values: 'Repository Scope RequiredVersion',
  }),
  simple('Install-PackageProvider', 'Name', 'install.add', ['installs', 'downloads'], {
    network: true,
    values: 'Source RequiredVersion MinimumVersion Scope',
  }),
  simple('Update-Module', 'Name', 'install.add', ['installs', 'downloads'], {
    network: true,
    values: 'RequiredVersion Scope',
    switches: 'AcceptLicense',
  }),
  simple('Update-Help', 'Module', 'install.add', ['downloads', 'changes'], {
    network: true,
    values: 'UICulture SourcePath',
  }),
  simple('Save-Module', 'Name Path', 'install.add', ['downloads', 'creates'], {
    network: true,
    values: 'Repository RequiredVersion',
  }),
  simple('Publish-Module', 'Name', 'install.publish', ['publishes', 'sends'], {
    network: true,
    values: 'Path NuGetApiKey Repository',
  }),
  simple('Publish-Script', 'Path', 'install.publish', ['publishes', 'sends'], {
    network: true,
    values: 'NuGetApiKey Repository',
  }),
  ...['Find-Module', 'Find-Package', 'Find-Script', 'Find-PSResource'].map((name) => ({
    ...simple(name, 'Name', 'install.list', ['reads', 'downloads'], { network: true, values: 'Repository Filter Tag' }),
    harmless: true,
  })),
  simple('Uninstall-Module', 'Name', 'install.remove', ['deletes'], {
    values: 'RequiredVersion',
    switches: 'AllVersions',
  }),
  simple('Uninstall-Package', 'Name', 'install.remove', ['deletes'], { values: 'ProviderName RequiredVersion' }),
  simple('Uninstall-Script', 'Name', 'install.remove', ['deletes']),
  define(
    'Add-AppxPackage',
    'Path',
    'DependencyPath',
    'Register ForceApplicationShutdown DisableDevelopmentMode',
    (call) => {
      add(call.session.run, 'install.add', { paths: subject(call, 'Path') }, ['installs', 'runs-code'], {
        maybe: [{ id: 'maybe.program', params: { name: subject(call, 'Path') } }],
      });
      return [];
    },
  ),
  simple('Remove-AppxPackage', 'Package', 'install.remove', ['deletes']),
  disk('Format-Volume', 'disk.format', ['deletes']),
  disk('Clear-Disk', 'disk.format', ['deletes']),
  disk('Initialize-Disk', 'disk.change', ['deletes', 'settings']),
  disk('Remove-Partition', 'disk.format', ['deletes']),
  disk('New-Partition', 'disk.change', ['settings']),
  disk('Resize-Partition', 'disk.change', ['changes', 'settings']),
  disk('Set-Disk', 'disk.change', ['settings']),
  disk('Set-Partition', 'disk.change', ['settings']),
  disk('Repair-Volume', 'disk.check', ['changes']),
  disk('Optimize-Volume', 'disk.check', ['changes']),
  disk('Mount-DiskImage', 'disk.change', ['changes']),
  disk('Dismount-DiskImage', 'disk.change', ['changes']),
  simple('New-PSDrive', 'Name PSProvider Root', 'share.connect', ['settings'], {
    values: 'Scope',
    switches: 'Persist',
  }),
  simple('Remove-PSDrive', 'Name', 'share.stop', ['settings'], { values: 'Scope PSProvider' }),
  define(
    'Invoke-CimMethod',
    'ClassName MethodName Arguments',
    'InputObject Namespace Query ComputerName CimSession',
    '',
    (call) => instrument(call),
  ),
  define(
    'Invoke-WmiMethod',
    'Class Name ArgumentList',
    'InputObject Namespace Path ComputerName Credential',
    '',
    (call) => instrument(call),
  ),
  define('Remove-CimInstance', 'InputObject', 'Query Namespace ComputerName', '', (call) => {
    add(call.session.run, 'settings.change', { name: subject(call) }, ['deletes', 'settings'], {
      places: [{ id: 'system' }],
    });
    return [];
  }),
);

function instrument(call: Call): undefined {
  const name = shown(
    [...given(call, 'ClassName', 'Class'), ...given(call, 'MethodName', 'Name')].map((one) => one.text).join(' ') ||
      call.name,
  );
  add(call.session.run, 'run.program', { name }, ['runs-code'], { maybe: [{ id: 'maybe.program', params: { name } }] });
  return undefined;
}
