import type { TaskSummary } from '@bureau/contracts';
import type { TaskView, Waiting } from '@bureau/host/client';
import { type RefObject, useEffect, useState } from 'react';
import { agentName } from '../app/agents.ts';
import { useApp } from '../app/app.tsx';
import { keepDraft, readDraft } from '../app/drafts.ts';
import { useAttachments } from '../parts/attachments.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { ComposeBox } from '../parts/compose-box.tsx';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../words/use-words.ts';

/** Messages that a stop gave back and that were put into a composer, once each. */
const takenBack = new Set<string>();

/** Where the person says something. Stops nothing. */
export function Composer({
  view,
  summary,
  field,
}: {
  readonly view: TaskView;
  readonly summary: TaskSummary;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const app = useApp();
  const say = useWords();
  const { task, state } = summary;
  const [text, setText] = useState(() => readDraft(task));
  const [after, setAfter] = useState(false);
  const attachments = useAttachments(app, say('attach.tooLarge'));
  const ended = state === 'ended';
  const working = state === 'working' || state === 'waiting';
  const write = (words: string) => {
    setText(words);
    keepDraft(task, words);
  };
  useEffect(() => {
    const back = view.returned.filter(({ messageId }) => !takenBack.has(`${task} ${messageId}`));
    if (back.length === 0) return;
    for (const { messageId } of back) takenBack.add(`${task} ${messageId}`);
    setText((now) => {
      const whole = [...back.map((one) => one.text), now].filter(Boolean).join('\n\n');
      keepDraft(task, whole);
      return whole;
    });
  }, [view.returned, task]);
  const send = async () => {
    const words = text.trim();
    if (words === '' || attachments.busy) return;
    const files = attachments.paths;
    write('');
    attachments.clear();
    const sent = ended
      ? app.line.call('task.resume', { task, text: withFiles(words, files) })
      : app.line.command(task, {
          type: 'say',
          text: words,
          ...(after && working ? { when: 'after' as const } : {}),
          ...(files.length ? { files } : {}),
        });
    // What could not be sent stands in the field again; nothing typed is lost.
    if (!(await app.attempt(sent))) {
      setText((now) => {
        const whole = now === '' ? words : `${words}\n\n${now}`;
        keepDraft(task, whole);
        return whole;
      });
    }
  };
  const name = agentName(summary.agent, say);
  return (
    <div className="composer">
      {view.queued.map((message) => (
        <Queued key={message.messageId} task={task} message={message} onEdit={write} />
      ))}
      <ComposeBox
        label={say(ended ? 'composer.continue' : 'composer.say')}
        placeholder={say(
          ended ? 'composer.placeholder.ended' : working ? 'composer.placeholder.working' : 'composer.placeholder',
          {
            name,
          },
        )}
        value={text}
        onChange={write}
        onEnter={() => void send()}
        attachments={attachments}
        field={field}
        onEscape={view.requests.length > 0 ? toCard : undefined}
      >
        <Button
          kind="primary"
          slim
          icon={ended ? 'play' : 'bubble'}
          className={text.trim() === '' || attachments.busy ? 'off' : ''}
          onClick={() => void send()}
        >
          {say(ended ? 'composer.continue' : 'composer.say')}
        </Button>
      </ComposeBox>
      {working && text.trim() !== '' && (
        <label className="small after">
          <input type="checkbox" checked={after} onChange={(event) => setAfter(event.target.checked)} />
          {say('composer.after')}
        </label>
      )}
    </div>
  );
}

/** From the composer to the card that waits. */
const toCard = () => document.querySelector<HTMLElement>('.card-title')?.focus();

const withFiles = (text: string, files: readonly string[]): string =>
  files.length ? `${text}\n\n${files.join('\n')}` : text;

/** Words that wait for the turn's end; until then they can be taken back. */
function Queued({
  task,
  message,
  onEdit,
}: {
  readonly task: string;
  readonly message: Waiting;
  readonly onEdit: (text: string) => void;
}) {
  const app = useApp();
  const say = useWords();
  const { messageId } = message;
  const drop = () => app.attempt(app.line.call('task.queue-edit', { task, messageId, text: null }));
  return (
    <div className="queued">
      <Icon name="clock" />
      <span className="queued-text" dir="auto">
        <span className="soft small">{say('queued')} </span>
        {message.text}
      </span>
      <IconButton
        slim
        icon="pencil"
        label={say('queued.edit')}
        onClick={() => void drop().then((went) => went && onEdit(message.text))}
      />
      <IconButton slim icon="cross" label={say('queued.drop')} onClick={() => void drop()} />
    </div>
  );
}
