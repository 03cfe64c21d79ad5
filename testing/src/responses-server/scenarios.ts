import type { Script } from './script.ts';

const patch = (path: string, line: string) => `*** Begin Patch\n*** Add File: ${path}\n+${line}\n*** End Patch`;

/** Scenarios by name, for the script and for benches. Each ends with a sentence. */
export const scenarios: Readonly<Record<string, Script>> = {
  hello: [{ parts: [{ say: 'Hello from the scripted model.' }] }],
  write: [
    { parts: [{ say: 'I will write a file.' }, { run: 'echo made > made.txt', escalate: 'To write the file.' }] },
    { parts: [{ say: 'Done.' }] },
  ],
  patch: [{ parts: [{ patch: patch('page.html', '<h1>Hello</h1>') }] }, { parts: [{ say: 'The page is there.' }] }],
  ask: [
    {
      parts: [
        {
          ask: [
            {
              id: 'colour',
              header: 'Colour',
              question: 'Which colour?',
              options: [
                { label: 'Blue', description: 'Calm' },
                { label: 'Red', description: 'Loud' },
              ],
            },
          ],
        },
      ],
    },
    { parts: [{ say: 'Thank you.' }] },
  ],
  background: [{ parts: [{ run: 'sleep 600', yieldMs: 250 }] }, { parts: [{ say: 'It runs in the background.' }] }],
  error: [{ status: 500 }, { status: 500 }, { status: 500 }, { parts: [{ say: 'Back again.' }] }],
};
