import type { Chip } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import type { Where } from '../locate.ts';
import type { MessageId } from '../messages/index.ts';
import { shown } from '../messages/index.ts';
import { namedCommands } from './named-commands.ts';
import type { NamedPath } from './named-path.ts';

/** What a file means beyond its text. */
export interface Meaning {
  readonly chips: readonly Chip[];
  readonly notes: readonly Said[];
}
const nothing: Meaning = { chips: [], notes: [] };

interface Kind {
  readonly id: MessageId;
  /** Tested on the path with `/`, in small letters where `anyCase`. */
  readonly path: RegExp;
  /** Only outside the chosen folder. */
  readonly outside?: boolean;
  /** False: a note only. */
  readonly settings?: false;
  readonly chips?: readonly Chip[];
}

/** The first that fits counts. Paths are tested with `/` between the parts. */
const kinds: readonly Kind[] = [
  {
    id: 'starts.powershell',
    path: /(?:^|\/)(?:(?:[\w.]+_)?profile\.ps1)$/i,
  },
  {
    id: 'starts.shell',
    path: /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zprofile|zshenv|zlogin|zlogout|kshrc|mkshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|inputrc)$|\/fish\/(?:config\.fish$|conf\.d\/)|\/nushell\/(?:config|env)\.nu$/,
  },
  { id: 'starts.env-folder', path: /(?:^|\/)\.envrc$/ },
  {
    id: 'starts.git-hook',
    path: /(?:^|\/)\.git\/(?:.+\/)?hooks\/|(?:^|\/)\.(?:husky|githooks)\/|(?:^|\/)(?:\.?lefthook(?:-local)?\.ya?ml|\.pre-commit-config\.yaml)$/i,
  },
  {
    id: 'starts.git-config',
    path: /(?:^|\/)(?:\.gitconfig(?:\.local)?|\.git\/(?:.+\/)?config(?:\.worktree)?|\.git\/info\/attributes|\.config\/git\/.+)$/i,
  },
  {
    id: 'starts.agent-servers',
    path: /(?:^|\/)(?:\.mcp\.json|\.(?:cursor|vscode|gemini|roo|kiro\/settings)\/mcp\.json|claude_desktop_config\.json)$/i,
  },
  {
    id: 'starts.agent-settings',
    path: /(?:^|\/)(?:\.claude\/|\.codex\/|\.claude\.json$|\.gemini\/settings\.json$|\.config\/opencode\/|opencode\.jsonc?$|\.aider\.conf\.yml$|\.cursor\/(?:cli|hooks|permissions)\.json$)/i,
  },
  {
    id: 'starts.agent-words',
    path: /(?:^|\/)(?:CLAUDE(?:\.local)?|AGENTS(?:\.override)?|GEMINI|copilot-instructions)\.md$|(?:^|\/)\.cursor\/rules\//,
    settings: false,
  },
  {
    id: 'starts.editor-tasks',
    path: /(?:^|\/)\.vscode\/tasks\.json$|(?:^|\/)\.devcontainer\/(?:.+\/)?devcontainer\.json$|(?:^|\/)\.devcontainer\.json$|(?:^|\/)\.zed\/tasks\.json$/i,
  },
  {
    id: 'starts.editor-settings',
    path: /(?:^|\/)\.vscode\/settings\.json$|(?:^|\/)\.zed\/settings\.json$|\/Code(?: - Insiders)?\/User\/(?:settings|tasks|keybindings)\.json$|(?:^|\/)\.(?:g?vimrc|exrc|nvim\.lua|emacs|dir-locals\.el)$|\/\.(?:vim|emacs\.d)\/|\/\.config\/(?:nvim|zed|emacs)\//i,
  },
  {
    id: 'starts.ci',
    path: /(?:^|\/)(?:\.github\/(?:workflows|actions)\/.+|\.gitlab-ci\.ya?ml|\.gitlab\/ci\/.+|\.circleci\/.+|\.travis\.ya?ml|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|Jenkinsfile|\.drone\.ya?ml|\.woodpecker(?:\.ya?ml|\/.+)|\.buildkite\/.+|\.?appveyor\.ya?ml|\.(?:forgejo|gitea)\/workflows\/.+|cloudbuild\.ya?ml|\.cirrus\.ya?ml)$/i,
  },
  {
    id: 'starts.cron',
    path: /^(?:\/private)?\/etc\/(?:cron|anacrontab|at\.)|\/var\/spool\/(?:cron|at)|\/usr\/lib\/cron\/|(?:^|\/)crontab$|\.crontab$/,
  },
  {
    id: 'starts.service',
    path: /\/systemd\/(?:system|user)(?:\/|$)|^\/(?:usr\/)?lib\/systemd\/|\/etc\/(?:init\.d|rc\d?\.d)\/|\/rc\.local$|\/Library\/LaunchDaemons\//,
  },
  {
    id: 'starts.login',
    path: /\/Library\/LaunchAgents\/|\/autostart\/|\/Start Menu\/Programs\/Startup(?:\/|$)|\/Startup\/[^/]+\.(?:bat|cmd|vbs|lnk|ps1|exe|url)$/i,
  },
  { id: 'starts.system', path: /^\/(?:proc\/sys|sys)\/|^\/proc\/sysrq-trigger$/ },
  { id: 'starts.system', path: /^(?:\/private)?\/etc\/sudoers/, chips: ['permissions'] },
  { id: 'starts.system', path: /^(?:\/private)?\/etc(?:\/|$)|^[a-z]:\/Windows(?:\/|$)|^\/Library\/Preferences\//i },
  { id: 'starts.ssh', path: /(?:^|\/)\.ssh\//, outside: true },
  {
    id: 'starts.program-settings',
    outside: true,
    path: /\/\.(?:config|aws|docker|kube|gnupg|azure|cargo|m2|gradle|pip|conda|npm|terraform\.d)\/|\/Library\/(?:Preferences|Application Support)\/|\/AppData\/(?:Roaming|Local)\/(?!Temp\/)/i,
  },
  {
    id: 'starts.program-settings',
    outside: true,
    path: /\/\.(?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|pgpass|my\.cnf|tmux\.conf|screenrc|curlrc|wgetrc|condarc|gemrc|Rprofile|hushlogin|hgrc|psqlrc|sqliterc|pythonrc|irbrc|pryrc|gdbinit|lldbinit|terraformrc|dockercfg|s3cfg|boto|selected_editor|pam_environment|gitignore_global)$/,
  },
];

const lifeCycle =
  /^(?:preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish|prepublishOnly|prepack|postpack|publish|postpublish|preuninstall|uninstall|postuninstall)$/;

/** What writing, moving or deleting this file means for later. `text` is the new text as far as it is known. */
export function meaningOf(given: NamedPath, text: string, where: Where): Meaning {
  // The sentence before says the whole path.
  const file = { ...given, name: given.name.replace(/^.*[\\/](?=[^\\/])/, '') };
  const path = file.path.replaceAll('\\', '/');
  const inside = file.place.id === 'inside';
  if (/(?:^|\/)package\.json$/i.test(path)) return packageJson(file, text);
  if (/(?:^|\/)composer\.json$/i.test(path) && /"(?:pre|post)-[a-z-]+-(?:cmd|install|update)"\s*:/.test(text)) {
    const scripts = [...text.matchAll(/"((?:pre|post)-[a-z-]+)"\s*:/g)].map((match) => match[1]!);
    return {
      chips: ['settings'],
      notes: [{ id: 'starts.scripts', params: { path: file.name, scripts: scripts.slice(0, 9).join(', ') } }],
    };
  }
  const kind = kinds.find((one) => !(one.outside && inside) && one.path.test(path));
  if (kind) return ofKind(kind, file, text);
  if (/(?:^|\/)\.env(?:\.[\w.-]+)?$/.test(path))
    return { chips: [], notes: [{ id: 'starts.env', params: { path: file.name } }] };
  // A dot file right in the home belongs to some program.
  const home = where.home.replaceAll('\\', '/');
  if (!inside && path.startsWith(`${home}/.`) && !path.slice(home.length + 1).includes('/'))
    return { chips: ['settings'], notes: [{ id: 'starts.program-settings', params: { path: file.name } }] };
  return nothing;
}

function ofKind(kind: Kind, file: NamedPath, text: string): Meaning {
  const params: Record<string, string> = { path: file.name };
  const notes: Said[] = [];
  if (kind.id === 'starts.git-hook') notes.push({ id: hookMoment(file.path), params });
  else notes.push({ id: kind.id, params });
  const commands = kind.settings === false ? [] : namedCommands(kind.id, text);
  if (commands.length > 0)
    notes.push({
      id: /^starts\.(?:shell|powershell|git-hook|env-folder)$/.test(kind.id) ? 'starts.says' : 'starts.would-run',
      params: { commands: commands.map((command) => shown(command, 80)) },
    });
  return { chips: kind.settings === false ? [] : ['settings', ...(kind.chips ?? [])], notes };
}

function hookMoment(path: string): MessageId {
  const name = path.split(/[\\/]/).at(-1)!.toLowerCase();
  if (/^(?:pre-commit|prepare-commit-msg|commit-msg|post-commit)/.test(name)) return 'starts.git-hook-commit';
  if (/^pre-push/.test(name)) return 'starts.git-hook-push';
  if (/^(?:post-checkout|post-merge|post-rewrite)/.test(name)) return 'starts.git-hook-switch';
  return 'starts.git-hook';
}

function packageJson(file: NamedPath, text: string): Meaning {
  // Escapes may hide a name: "post\u0069nstall".
  const plain = text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const scripts: string[] = [];
  for (const [, name, value] of plain.matchAll(/"([A-Za-z]+)"\s*:\s*(?:"((?:[^"\\]|\\.){0,300})")?/g)) {
    // `"install": "^0.13.0"` is a package of that name.
    if (!lifeCycle.test(name!) || (value !== undefined && /^[\^~>=<v]*\d+(?:\.\d+)*\S*$/.test(value))) continue;
    const command = value?.replace(/\\(["\\/])/g, '$1');
    const said = command ? `${name} (${shown(command, 80)})` : name!;
    if (!scripts.includes(said)) scripts.push(said);
  }
  if (scripts.length === 0) return { chips: [], notes: [{ id: 'starts.package', params: { path: file.name } }] };
  return {
    chips: ['settings'],
    notes: [{ id: 'starts.scripts', params: { path: file.name, scripts: scripts.slice(0, 9).join(', ') } }],
  };
}
