import type { ClaudeScript } from './script.ts';

/** Scenarios by name, for the script and for benches. Each ends with a sentence. */
export const claudeScenarios: Readonly<Record<string, ClaudeScript>> = {
  hello: [{ parts: [{ say: 'Hello from the scripted model.' }] }],
  write: [
    {
      parts: [{ say: 'I will write a file.' }, { tool: 'Write', input: { file_path: 'made.txt', content: 'made\n' } }],
    },
    { parts: [{ say: 'Done.' }] },
  ],
  run: [
    { parts: [{ tool: 'Bash', input: { command: 'echo made > made.txt', description: 'Make a file' } }] },
    { parts: [{ say: 'Done.' }] },
  ],
  delete: [
    { parts: [{ tool: 'Bash', input: { command: 'rm -rf build', description: 'Clean up' } }] },
    { parts: [{ say: 'Done.' }] },
  ],
  ask: [
    {
      parts: [
        {
          tool: 'AskUserQuestion',
          input: {
            questions: [
              {
                question: 'Which colour?',
                header: 'Colour',
                options: [
                  { label: 'Blue', description: 'Calm' },
                  { label: 'Red', description: 'Loud' },
                ],
                multiSelect: false,
              },
            ],
          },
        },
      ],
    },
    { parts: [{ say: 'Thank you.' }] },
  ],
  background: [
    {
      parts: [
        {
          tool: 'Bash',
          input: {
            command: 'nohup setsid sleep 600 >/dev/null 2>&1 & touch started.txt',
            description: 'Start a server',
          },
        },
      ],
    },
    { parts: [{ say: 'It runs in the background.' }] },
  ],
  error: [{ status: 529 }, { parts: [{ say: 'Back again.' }] }],
};
