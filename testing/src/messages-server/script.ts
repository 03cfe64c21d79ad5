/** What the scripted model does in one answer, in order. */
export type ClaudePart =
  /** Text; `pieces` is how many deltas it comes in (default: one a word). */
  | { readonly say: string; readonly pieces?: number }
  | { readonly think: string }
  /** A tool's use: `Bash`, `Write`, `AskUserQuestion`, `ExitPlanMode`, `Agent` … */
  | { readonly tool: string; readonly input: unknown };

/** One answer of the scripted model to one request of Claude Code. */
export type ClaudeReply =
  | {
      readonly parts: readonly ClaudePart[];
      readonly stopReason?: string;
      readonly usage?: { readonly input: number; readonly output: number };
      /** The stream stays open before its end until this settles. */
      readonly holdUntil?: Promise<unknown>;
      /** Waits this long between two events; for a slow stream. */
      readonly slowMs?: number;
    }
  /** An HTTP error instead of a stream. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** The connection is cut after the parts. */
  | { readonly cutAfter: readonly ClaudePart[] };

/** A list, one reply a turn of the main model; or a function of the request. */
export type ClaudeScript = readonly ClaudeReply[] | ((request: SeenMessages, index: number) => ClaudeReply);

/** A model request that the server was sent. */
export interface SeenMessages {
  readonly body: Readonly<Record<string, unknown>>;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  /** A side request of the program's own (a title, a summary): not part of the script. */
  readonly side: boolean;
}

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value === 'object' && value !== null) {
    const block = value as { type?: string; text?: unknown; content?: unknown };
    return texts(block.text ?? block.content ?? '');
  }
  return [];
};

/** Everything that was said to the model in this request, tool results included. */
export const heard = (seen: SeenMessages): string => seen.messages.flatMap(({ content }) => texts(content)).join('\n');

/** What the tools answered the model in this request, oldest first. */
export const toolResults = (seen: SeenMessages): string[] =>
  seen.messages.flatMap(({ content }) =>
    (Array.isArray(content) ? content : [])
      .filter((block) => (block as { type?: string }).type === 'tool_result')
      .map((block) => texts((block as { content?: unknown }).content).join('\n')),
  );
