// Says in plain words what a command would do: node read-a-command.ts 'rm -rf build'
import { homedir } from 'node:os';
import { readAction } from '@bureau/plain-words';

const command = process.argv[2] ?? 'ls';
const cwd = process.cwd();
const reading = readAction(
  { kind: 'command', shell: 'bash', command, cwd },
  { folder: cwd, home: homedir(), language: 'en' },
);
console.log(reading.title);
console.log(reading.sentence);
for (const detail of reading.details) console.log(`- ${detail.sentence}`);
console.log(`Changes: ${reading.chips.join(', ') || 'nothing'}`);
console.log(`Where: ${reading.places.map(({ id, path }) => (path ? `${id} (${path})` : id)).join(', ') || 'nowhere'}`);
if (!reading.confident) console.log('Maybe more: not all of it can be read.');
