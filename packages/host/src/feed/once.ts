/** Answers of one window that are remembered, and how many windows. */
const answersKept = 256;
const windowsKept = 64;

/**
 * A window whose line broke sends again what had no answer. What was begun is not done twice: the same window and
 * number get the same answer. Numbers only rise, so the oldest answers are let go first.
 */
export function rememberAnswers<Answer>(): (
  client: string,
  id: number,
  work: () => Promise<Answer>,
) => Promise<Answer> {
  const windows = new Map<string, Map<number, Promise<Answer>>>();
  return (client, id, work) => {
    const known = windows.get(client) ?? new Map<number, Promise<Answer>>();
    // The window that spoke last is the last to be forgotten.
    windows.delete(client);
    windows.set(client, known);
    if (windows.size > windowsKept) windows.delete(windows.keys().next().value!);
    let answer = known.get(id);
    if (!answer) {
      answer = work();
      known.set(id, answer);
      if (known.size > answersKept) known.delete(known.keys().next().value!);
    }
    return answer;
  };
}
