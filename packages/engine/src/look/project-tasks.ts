import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface ProjectTask {
  readonly task: string;
  /** The text that it runs, as the project has it. */
  readonly runs: string;
}

const fileAtMost = 512 * 1024;
const npmOwn = new Set(['test', 'start', 'stop', 'restart']);

/** What the project tasks that a command names would run: scripts of package.json, rules of a Makefile. One level. */
export async function projectTasks(command: string, cwd: string): Promise<readonly ProjectTask[]> {
  const found: ProjectTask[] = [];
  const scripts = [...command.matchAll(/\b(npm|pnpm|yarn|bun)\s+(?:(run|run-script)\s+)?([\w:.-]+)/g)].flatMap(
    ([text, tool, run, name]) =>
      run || tool === 'yarn' || tool === 'pnpm' || npmOwn.has(name!) || name === 't'
        ? [{ task: text, name: name === 't' ? 'test' : name! }]
        : [],
  );
  const rules = [...command.matchAll(/(?:^|[;&|]\s*)(make|just)((?:\s+[\w.-]+)*)\s*(?=$|[;&|])/g)].flatMap(
    ([, tool, names]) => {
      const targets = names!
        .trim()
        .split(/\s+/)
        .filter((name) => name && !name.startsWith('-'));
      return targets.map((name) => ({ task: `${tool} ${name}`, tool: tool!, name }));
    },
  );
  if (scripts.length) {
    const known = scriptsOf(await read(join(cwd, 'package.json')));
    for (const { task, name } of scripts) {
      const runs = [known[`pre${name}`], known[name], known[`post${name}`]].filter((text) => typeof text === 'string');
      if (runs.length) found.push({ task, runs: runs.join(' && ') });
    }
  }
  for (const { task, tool, name } of rules) {
    const text = await read(join(cwd, tool === 'make' ? 'Makefile' : 'justfile'));
    const runs = ruleOf(text, name);
    if (runs) found.push({ task, runs });
  }
  return found.slice(0, 10);
}

function scriptsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The recipe of one rule: its indented lines. */
function ruleOf(text: string, name: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) =>
    new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:(?!=)`).test(line),
  );
  if (at < 0) return '';
  const recipe: string[] = [];
  for (const line of lines.slice(at + 1)) {
    if (!/^[\t ]+\S/.test(line)) break;
    recipe.push(line.trim().replace(/^[@+-]+/, ''));
  }
  return recipe.join('\n').slice(0, 10_000);
}

async function read(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() && found.size <= fileAtMost ? readFile(path, 'utf8').catch(() => '') : '';
}
