// Gives an agent one piece of work and answers what it asks: node drive-an-agent.ts claude|codex|practice FOLDER WORDS
import { claude, codex, findAgent, practice } from '@bureau/agents';
import { startHeld } from '@bureau/containment';

const drivers = { claude, codex, practice };
const [agent = 'practice', folder = process.cwd(), words = 'Please begin'] = process.argv.slice(2);
const driver = drivers[agent as keyof typeof drivers];
const found = await findAgent(driver.agent, { env: process.env });
const session = driver.start({
  task: 'example',
  folder,
  env: process.env,
  binary: { path: found.path ?? '', version: found.version },
  hold: startHeld,
  onEvent(event) {
    if (event.type === 'text' && event.final) console.log(`agent: ${event.text}`);
    if (event.type === 'step-started') console.log(`step: ${event.kind}`);
    if (event.type === 'request-opened' && event.request.kind === 'permission') {
      console.log(`asks: ${event.request.exact.split('\n')[0]}; no`);
      session.answer(event.key, { answer: 'deny', message: 'Not in this example.' });
    } else if (event.type === 'request-opened') session.answer(event.key, { answer: 'deny' });
    if (event.type === 'turn-ended') void session.held.stop().then(({ gone }) => console.log(`stopped, gone: ${gone}`));
  },
});
const sent = await session.say({ id: 'first', text: words });
if (!sent.ok) console.log(sent.error.message);
