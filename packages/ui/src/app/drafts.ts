/** Words that were typed and not sent: kept in this browser until they are, also over a reload or a crash. */
const prefix = 'bureau.draft.';

export function readDraft(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, text);
  } catch {
    // A full or locked store: the words are still in the field.
  }
}
