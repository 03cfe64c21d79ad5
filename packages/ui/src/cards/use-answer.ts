import { useRef } from 'react';
import { useApp } from '../app/app.tsx';
import { usePage } from '../task/use-task.ts';

export interface Answer {
  readonly answer: 'allow' | 'allow-similar' | 'deny';
  readonly message?: string;
  readonly answers?: Record<string, string[]>;
}

/** Gives the answer to a request, once; when it could not be given it may be tried again. */
export function useAnswer(requestId: string): (answer: Answer) => void {
  const app = useApp();
  const { task } = usePage();
  const given = useRef(false);
  return (answer) => {
    if (given.current) return;
    given.current = true;
    void app.attempt(app.line.command(task, { type: 'answer', requestId, ...answer })).then((went) => {
      if (!went) given.current = false;
    });
  };
}
