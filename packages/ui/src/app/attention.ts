import type { TaskSummary } from '@bureau/contracts';
import { spoken } from '../words/words.ts';
import type { App } from './app.tsx';
import { go } from './route.ts';

/** Tells outside the page that something waits: title, favicon, the shell's badge, a notification, a sound. */
export function callAttention(app: App): () => void {
  let before = new Map<string, TaskSummary>();
  let loaded = false;
  const look = () => {
    const { tasks, loaded: ready } = app.line.list.getSnapshot();
    if (!ready) return;
    const waiting = tasks.filter((task) => task.waiting > 0 && !task.archived);
    showCount(waiting.reduce((sum, task) => sum + task.waiting, 0));
    if (loaded) for (const task of tasks) news(app, before.get(task.task), task);
    before = new Map(tasks.map((task) => [task.task, task]));
    loaded = true;
  };
  look();
  return app.line.list.subscribe(look);
}

function showCount(count: number): void {
  document.title = count > 0 ? `(${count}) Bureau` : 'Bureau';
  const icon = document.getElementById('favicon');
  const file = count > 0 ? './favicon-waiting.svg' : './favicon.svg';
  if (icon && icon.getAttribute('href') !== file) icon.setAttribute('href', file);
  window.bureauShell?.setWaiting(count);
}

function news(app: App, before: TaskSummary | undefined, now: TaskSummary): void {
  const asks = now.waiting > (before?.waiting ?? 0);
  const done = before?.state === 'working' && now.state === 'idle';
  const over = before !== undefined && before.state !== 'ended' && now.state === 'ended' && now.how !== 'stopped';
  if (!asks && !done && !over) return;
  const { sounds, notifications } = app.settings.view.getState();
  if (sounds) chime(asks);
  if (!notifications || !document.hidden || typeof Notification === 'undefined') return;
  if (Notification.permission !== 'granted') return;
  const { say } = spoken.getState();
  const note = new Notification(say(asks ? 'notify.asks' : 'notify.done'), {
    body: now.title,
    tag: now.task,
    silent: true,
  });
  note.onclick = () => {
    window.focus();
    go({ at: 'task', task: now.task });
    note.close();
  };
}

/** Two soft tones; made here, so that no sound file is needed. */
function chime(asks: boolean): void {
  const audio = new AudioContext();
  const tones = asks ? [659, 880] : [659, 523];
  tones.forEach((frequency, index) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * 0.16;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.42);
    if (index === tones.length - 1) tone.onended = () => void audio.close();
  });
}
