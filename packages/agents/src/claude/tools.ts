import type { Action, StepKind, ToolKind } from '@bureau/contracts';
import { type Json, textOf, toObject } from '../codex/json.ts';

/** Claude Code's own tool names (tool_use blocks; `system/init` lists `Agent` as `Task`). */
const known: Readonly<Record<string, readonly [StepKind, ToolKind]>> = {
  Write: ['edit', 'write'],
  Edit: ['edit', 'edit'],
  MultiEdit: ['edit', 'edit'],
  NotebookEdit: ['edit', 'edit'],
  Read: ['read', 'read'],
  Grep: ['search', 'search'],
  Glob: ['search', 'search'],
  LS: ['read', 'read'],
  WebFetch: ['web', 'fetch'],
  WebSearch: ['web', 'fetch'],
  Agent: ['agent', 'other'],
  Task: ['agent', 'other'],
};
/** Shown as a question or a plan, not as a step. */
export const asksPerson = (name: string): boolean => name === 'AskUserQuestion' || name === 'ExitPlanMode';

export function actionOf(name: string, input: unknown, cwd: string): Action {
  if (name === 'Bash' || name === 'PowerShell') {
    return {
      kind: 'command',
      shell: name === 'Bash' ? 'bash' : 'powershell',
      command: textOf(toObject(input), 'command') ?? '',
      cwd,
    };
  }
  const tool = name.startsWith('mcp__') ? 'mcp' : Object.hasOwn(known, name) ? known[name]![1] : 'other';
  return { kind: 'tool', tool, name, input, cwd };
}

export function kindOf(name: string): StepKind {
  if (name === 'Bash' || name === 'PowerShell') return 'command';
  if (name.startsWith('mcp__')) return 'mcp';
  return Object.hasOwn(known, name) ? known[name]![0] : 'other';
}

/** The exact text of a request, as it would run or be written. */
export function exactOf(name: string, input: Json): string {
  if (name === 'Bash' || name === 'PowerShell') return textOf(input, 'command') ?? '';
  if (name === 'ExitPlanMode') return textOf(input, 'plan') ?? '';
  return JSON.stringify(input, null, 2);
}
