import { useCallback, useRef, useState } from 'react';
import { type App, wordsOf } from '../app/app.tsx';

export interface Attachment {
  readonly id: number;
  readonly name: string;
  /** Where the host keeps it; null while it's on its way. */
  readonly path: string | null;
  readonly failed: string | null;
}

/** Bytes. Larger ones are better named by their path in the folder. */
const largest = 20 * 1024 * 1024;

/** Files that go with the next words: pasted, dropped or picked. */
export function useAttachments(app: App, tooLarge: string) {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const last = useRef(0);
  const add = useCallback(
    (picked: Iterable<File>) => {
      for (const file of picked) {
        const id = ++last.current;
        const change = (part: Partial<Attachment>) =>
          setFiles((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)));
        const failed = file.size > largest ? tooLarge : null;
        setFiles((now) => [...now, { id, name: file.name || 'image.png', path: null, failed }]);
        if (failed) continue;
        toBase64(file)
          .then((base64) => app.line.call('files.attach', { name: file.name || 'image.png', base64 }))
          .then(
            ({ path }) => change({ path }),
            (error) => change({ failed: wordsOf(error) }),
          );
      }
    },
    [app, tooLarge],
  );
  return {
    files,
    add,
    remove: (id: number) => setFiles((now) => now.filter((one) => one.id !== id)),
    clear: () => setFiles([]),
    paths: files.flatMap(({ path }) => (path === null ? [] : [path])),
    busy: files.some(({ path, failed }) => path === null && failed === null),
  };
}
export type Attachments = ReturnType<typeof useAttachments>;

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
