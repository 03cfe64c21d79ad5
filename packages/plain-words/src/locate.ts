import type { Place, PlaceId } from '@bureau/contracts';

/** What a path is placed against; all absolute. */
export interface Where {
  readonly cwd: string;
  readonly folder: string;
  readonly home: string;
}

export interface Located {
  /** Absolute and without `..`, in the writing of its system. */
  readonly path: string;
  /** How a sentence names it: below the folder without the folder's own path, elsewhere in full. `.` is the folder. */
  readonly name: string;
  readonly place: Place;
}

/** Whether paths are written as on Windows. */
export const isWindows = (where: Where): boolean => /^(?:[a-z]:|\\\\)/i.test(where.home) || /^[a-z]:/i.test(where.cwd);

/** Finds out where a literal path lies. Nothing but a leading `~/` is expanded; links are not seen. */
export function locate(raw: string, where: Where): Located {
  return isWindows(where) ? onWindows(raw, where) : onPosix(raw, where);
}

function onPosix(raw: string, where: Where): Located {
  const full = raw === '~' || raw.startsWith('~/') ? where.home + raw.slice(1) : raw;
  const path = tidy(full.startsWith('/') ? full : `${where.cwd}/${full}`, '/');
  const folder = tidyOnce(where.folder, '/');
  const home = tidyOnce(where.home, '/');
  const name = below(path, folder) ? path.slice(folder === '/' ? 1 : folder.length + 1) || '.' : path;
  return { path, name, place: { id: posixPlace(path, folder, home), path } };
}

const temp = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders)(?:\/|$)/;
const disk =
  /^(?:\/mnt|\/media|\/run\/media|\/Volumes|\/cygdrive)(?:\/|$)|^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|r?disk|loop|md|dm-|mapper\/)/;
const system =
  /^\/(?:private\/)?(?:etc|usr|bin|sbin|lib|lib32|lib64|opt|var|boot|sys|proc|dev|System|Library|Applications)(?:\/|$)|^\/$/;

function posixPlace(path: string, folder: string, home: string): PlaceId {
  if (below(path, folder)) return 'inside';
  if (temp.test(path)) return 'temp';
  if (disk.test(path)) return 'disk';
  if (below(path, home)) return inHome(path.slice(home.length + 1));
  // `/*` is the whole computer.
  return system.test(path) || /^\/[^/]*[*?][^/]*$/.test(path) ? 'system' : 'outside';
}

/** Folders in a home that belong to a program; dot files directly in it count as the home. */
const ownedByPrograms =
  /^(?:\.(?:ssh|aws|azure|config|gnupg|docker|kube|claude|codex|gemini|cursor|vscode|vscode-server|mozilla|thunderbird|local\/share|local\/state|cache|npm|cargo|rustup|gradle|m2|nuget|terraform\.d|pki|password-store|gcloud|oci|minikube|helm|putty|electrum|bitcoin|ethereum|var\/app|steam|wine|android|ollama|copilot|continue|zed|emacs\.d|vim|oh-my-zsh|jupyter|ipython|conda|pyenv|nvm|rbenv)(?:[\\/]|$)|Library(?:\/|$)|AppData(?:[\\/]|$))/i;

function inHome(rest: string): PlaceId {
  return ownedByPrograms.test(rest) ? 'program-data' : 'home';
}

function onWindows(raw: string, where: Where): Located {
  const slashed = raw.replaceAll('/', '\\').replace(/^\\\\\?\\(?=[a-z]:)/i, '');
  const full = slashed === '~' || slashed.startsWith('~\\') ? where.home + slashed.slice(1) : slashed;
  let path: string;
  if (/^\\\\/.test(full)) path = full.replace(/\\+$/, '');
  else if (/^[a-z]:\\/i.test(full)) path = tidy(full, '\\');
  else if (/^[a-z]:/i.test(full) && full[0]!.toLowerCase() !== where.cwd[0]?.toLowerCase())
    path = tidy(`${full.slice(0, 2)}\\${full.slice(2)}`, '\\');
  else if (/^[a-z]:/i.test(full)) path = tidy(`${where.cwd}\\${full.slice(2)}`, '\\');
  else if (full.startsWith('\\')) path = tidy(where.cwd.slice(0, 2) + full, '\\');
  else path = tidy(`${where.cwd}\\${full}`, '\\');
  const folder = tidyOnce(where.folder, '\\');
  const home = tidyOnce(where.home, '\\');
  const inside = below(path, folder, true);
  const rest = inside ? path.slice(folder.length + 1) || '.' : path;
  // Written with slashes, it stays so.
  const name = raw.includes('/') && !raw.includes('\\') ? rest.replaceAll('\\', '/') : rest;
  return { path, name, place: { id: windowsPlace(path, folder, home), path } };
}

function windowsPlace(path: string, folder: string, home: string): PlaceId {
  if (below(path, folder, true)) return 'inside';
  if (/^\\\\[.?]\\/.test(path)) return 'disk';
  if (path.startsWith('\\\\')) return 'network';
  if (below(path, `${home}\\AppData\\Local\\Temp`, true) || /^[a-z]:\\Windows\\Temp(?:\\|$)/i.test(path)) return 'temp';
  if (path[0]?.toLowerCase() !== home[0]?.toLowerCase()) return 'disk';
  if (below(path, home, true)) return inHome(path.slice(home.length + 1));
  if (/^[a-z]:\\ProgramData(?:\\|$)/i.test(path)) return 'program-data';
  if (
    /^[a-z]:\\?$|^[a-z]:\\[^\\]*[*?][^\\]*$|^[a-z]:\\(?:Windows|Program Files(?: \(x86\))?|Boot|Recovery|System Volume Information)(?:\\|$)/i.test(
      path,
    )
  )
    return 'system';
  return 'outside';
}

function below(path: string, folder: string, anyCase = false): boolean {
  const [a, b] = anyCase ? [path.toLowerCase(), folder.toLowerCase()] : [path, folder];
  if (b === '/' || /^[a-z]:\\$/.test(b)) return a.startsWith(b);
  return a === b || (a.startsWith(b) && (a[b.length] === '/' || a[b.length] === '\\'));
}

/** The folder and the home are the same for thousands of paths. */
const tidied = new Map<string, string>();
function tidyOnce(path: string, separator: '/' | '\\'): string {
  let found = tidied.get(path);
  if (found === undefined) {
    if (tidied.size > 200) tidied.clear();
    found = tidy(separator === '/' ? path : path.replaceAll('/', '\\'), separator);
    tidied.set(path, found);
  }
  return found;
}

/** Takes `.`, `..` and doubled separators out of an absolute path. */
function tidy(path: string, separator: '/' | '\\'): string {
  if (separator === '/' && !/\/(?:\.{0,2}(?:\/|$))/.test(path)) return path;
  const root = separator === '/' ? '/' : path.slice(0, 3);
  const kept: string[] = [];
  for (const piece of path.slice(separator === '/' ? 1 : 3).split(separator)) {
    if (piece === '' || piece === '.') continue;
    if (piece === '..') kept.pop();
    else kept.push(piece);
  }
  return root + kept.join(separator);
}
