import { type ParsedScript, parse } from 'unbash';

export type {
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  DoubleQuotedChild,
  Function as FunctionNode,
  HereDoc,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirect,
  Redirection,
  Statement,
  TestExpression,
  Word,
  WordPart,
} from 'unbash';

/** Longer commands are read only so far: a budget for the slowest machine that should still answer at once. */
export const longest = 80_000;

/** Parses a text in bash. Never throws; what it could not read is in `errors`, here and on each inner script. */
export function parseBash(text: string): ParsedScript {
  return parse(text);
}

/** Whether the parser could not read a script to its end. */
export const isBroken = (script: ParsedScript): boolean => (script.errors?.length ?? 0) > 0;
