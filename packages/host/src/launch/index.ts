/**
 * Start or find the host, and open a window on it:
 *
 *   const opened = await openHost({ dataDir, env, version });   // 'own': in this process, `own.close()` ends it
 *   await findHost(dataDir);                                    // a running one, or null
 *   await askHost(host, '/api/call/doctor', {});                // without a socket
 *   await openWindow({ url: own.ticketUrl(), dataDir, env });   // an app window of an installed browser
 *
 * Light to load: the host itself is loaded only when it is opened.
 */

export { type DoctorOptions, readDoctor } from '../doctor/read-doctor.ts';
export { askHost, type FoundHost, findHost } from './find-host.ts';
export { findBrowser } from './find-program.ts';
export { type OpenedHost, type OpenHostOptions, type OwnHost, openHost, type Stopped } from './open-host.ts';
export { type OpenedWindow, openWindow, type WindowOptions } from './open-window.ts';
