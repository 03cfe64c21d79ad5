import './app/older.ts';
import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import { connect, readAddress } from '@bureau/host/client';
import { createRoot } from 'react-dom/client';
import { AppContext, createApp } from './app/app.tsx';
import { callAttention } from './app/attention.ts';
import { followAddress, go } from './app/route.ts';
import { openSettings } from './app/settings-store.ts';
import { NoKey } from './shell/no-key.tsx';
import { Shell } from './shell/shell.tsx';
import { choose, resolveLanguage } from './words/words.ts';

const root = createRoot(document.getElementById('root')!);
const token = takeToken();
if (token === null) {
  void choose(resolveLanguage('system', navigator.languages)).then(() => root.render(<NoKey />));
} else {
  const line = connect({
    url: location.origin,
    token,
    schedule: (flush) => (document.hidden ? queueMicrotask(flush) : requestAnimationFrame(flush)),
  });
  const settings = openSettings(line);
  const app = createApp(line, settings);
  callAttention(app);
  void app.attempt(settings.load());
  window.bureauShell?.onShowTask((task) => go({ at: 'task', task }));
  root.render(
    <AppContext value={app}>
      <Shell />
    </AppContext>,
  );
}

/** The key that opens the host: from the address, which forgets it at once; on a reload from this tab's memory. */
function takeToken(): string | null {
  const address = readAddress(location.href);
  if (address) {
    const rest = new URLSearchParams(location.hash.slice(1));
    const task = rest.get('task');
    const folder = rest.get('folder');
    sessionStorage.setItem('bureau.key', address.token);
    history.replaceState(null, '', task ? `#/task/${encodeURIComponent(task)}` : '#/');
    followAddress();
    if (folder && !task) go({ at: 'start', folder });
    return address.token;
  }
  followAddress();
  return sessionStorage.getItem('bureau.key');
}
