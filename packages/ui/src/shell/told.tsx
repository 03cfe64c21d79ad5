import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { IconButton } from '../parts/button.tsx';
import { Note } from '../parts/note.tsx';
import { useWords } from '../words/use-words.ts';

/** Messages of things that went well or wrong; each stays until it's put away. */
export function ToldMessages() {
  const { told } = useApp();
  const say = useWords();
  const { messages } = useStore(told);
  return (
    <div className="told" role="log" aria-label={say('messages')}>
      {messages.map(({ id, tone, text }) => (
        <Note key={id} tone={tone}>
          <span className="told-line">
            <span>{text}</span>
            <IconButton
              slim
              icon="cross"
              label={say('dismiss')}
              onClick={() =>
                told.setState((now) => ({ messages: now.messages.filter((message) => message.id !== id) }))
              }
            />
          </span>
        </Note>
      ))}
    </div>
  );
}
