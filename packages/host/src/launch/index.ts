/**
 * Start or find the host, and open a window on it:
 *
 *   const opened = await openHost({ dataDir, env, version });   // 'own': in this process, `own.close()` ends it
 *   await findHost(dataDir);                                    // a running one, or null
 *   await askHost(host, '/api/call/doctor', {});                // without a socket
 *   await openWindow({ url: own.ticketUrl(), dataDir, env });   // the desktop app, else an app window of a browser
 *   await ensureHost({ dataDir, env, command, args });          // in a process of its own, for a desktop shell
 *
 * Light to load: the host itself is loaded only when it is opened.
 */

export { type DoctorOptions, readDoctor } from '../doctor/read-doctor.ts';
export { dataDirOf } from '../local/data-dir.ts';
export { type EnsuredHost, type EnsureHostOptions, ensureHost } from './ensure-host.ts';
export { type Desktop, findDesktop } from './find-desktop.ts';
export { askHost, type FoundHost, findHost } from './find-host.ts';
export { findBrowser } from './find-program.ts';
export { type OpenedHost, type OpenHostOptions, type OwnHost, openHost, type Stopped } from './open-host.ts';
export { type OpenedWindow, openWindow, type WindowOptions } from './open-window.ts';
