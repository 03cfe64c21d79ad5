// npm run docs: the API documents of the libraries, as pages in docs/api (docs/decisions/070).
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { install, root, runNode } from './workspace.js';

install();
const door = createRequire(join(root, 'docs', 'package.json')).resolve('typedoc');
const given = process.argv.slice(2);
const options = given.includes('--options') ? [] : ['--options', join(root, 'docs', 'typedoc.json')];
process.exitCode = await runNode([join(dirname(dirname(door)), 'bin', 'typedoc'), ...options, ...given]);
