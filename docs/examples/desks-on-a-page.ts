// A web page that lists who is at work: node desks-on-a-page.ts [bureau office options]   (needs `bureau` on PATH, or BUREAU)
import { createServer } from 'node:http';
import { lines } from '@bureau/containment';
import { desk } from '@bureau/contracts';

const desks = new Map<string, string>();
const words = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<meta http-equiv="refresh" content="1"><ul>${[...desks.values()].map((line) => `<li>${line}`).join('')}</ul>`,
  );
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`));

const [command = 'bureau', ...first] = (process.env['BUREAU'] ?? 'bureau').split(' ');
const args = [...first, 'office', '--json', '--watch', ...process.argv.slice(2)];
for await (const line of lines({ command, args, cwd: process.cwd(), env: process.env, task: 'desks' })) {
  const value = JSON.parse(line) as { desk: string; removed?: boolean };
  const known = desk.safeParse(value);
  if (value.removed) desks.delete(value.desk);
  else if (known.success)
    desks.set(value.desk, words(`${known.data.agent} ${known.data.state}: ${known.data.doing || known.data.folder}`));
}
