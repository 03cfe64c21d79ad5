// npm run agents:check [-- --codex VERSION]: what the agents' newest versions change in what Bureau relies on.
// Prints a report; ends with 1 when something differs, so that it can be run by a timer.
import { parseArgs } from 'node:util';
import { checkCodex } from './check-codex.ts';

const { values } = parseArgs({ options: { codex: { type: 'string' } } });
const reports = [await checkCodex(values.codex)];
process.stdout.write(reports.map((report) => report.text).join('\n'));
process.exitCode = reports.some((report) => report.differs) ? 1 : 0;
