import { z } from 'zod';
import { type Shell, shells, type ToolKind, toolKinds } from './action-ids.ts';

export * from './action-ids.ts';

/** A command line that an agent runs or wants to run. */
export interface CommandAction {
  readonly kind: 'command';
  readonly shell: Shell;
  readonly command: string;
  /** Where the command starts; absolute. */
  readonly cwd: string;
}

/** Any other thing that an agent does with a tool of its own. */
export interface ToolAction {
  readonly kind: 'tool';
  readonly tool: ToolKind;
  /** The agent's own name of the tool, such as `Write` or `mcp__github__list_issues`. */
  readonly name: string;
  /** The tool's arguments, untouched. */
  readonly input: unknown;
  readonly cwd: string;
}

/** What an agent does or wants to do, as it said it; plain-words reads it. */
export type Action = CommandAction | ToolAction;

/** Decodes an `Action`. */
export const action = z.union([
  z.looseObject({ kind: z.literal('command'), shell: z.enum(shells), command: z.string(), cwd: z.string() }),
  z.looseObject({
    kind: z.literal('tool'),
    tool: z.enum(toolKinds),
    name: z.string(),
    input: z.unknown(),
    cwd: z.string(),
  }),
]) as unknown as z.ZodType<Action>;
