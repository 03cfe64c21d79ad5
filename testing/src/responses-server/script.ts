/** What the scripted model does in one answer, in order. */
export type Part =
  /** An assistant message; `pieces` is how many deltas it comes in (default: one a word). */
  | { readonly say: string; readonly pieces?: number }
  /** A summary of its thinking. */
  | { readonly think: string }
  /** A shell command (`exec_command`, or inside `exec` for models in code mode). */
  | {
      readonly run: string;
      /** Asks to run it outside the sandbox, with this justification. */
      readonly escalate?: string;
      /** Milliseconds after which Codex leaves it in the background and goes on. */
      readonly yieldMs?: number;
      readonly tty?: boolean;
    }
  /** A patch in Codex's own format (`*** Begin Patch …`). */
  | { readonly patch: string }
  /** Questions to the person (`request_user_input`; answered in plan mode only). */
  | { readonly ask: readonly AskedQuestion[] }
  /** Any other function tool, called directly also in code mode (`collaboration`, `spawn_agent`). */
  | { readonly call: string; readonly input: unknown; readonly namespace?: string }
  /** JavaScript for the `exec` tool, as it is. */
  | { readonly js: string };

export interface AskedQuestion {
  readonly id: string;
  readonly header: string;
  readonly question: string;
  readonly options?: readonly { readonly label: string; readonly description: string }[];
  readonly isOther?: boolean;
  readonly isSecret?: boolean;
}

/** One answer of the scripted model to one request of Codex. */
export type Reply =
  | {
      readonly parts: readonly Part[];
      readonly usage?: { readonly input: number; readonly output: number };
      /** The stream stays open before its end until this settles. */
      readonly holdUntil?: Promise<unknown>;
      /** Waits this long between two events; for a slow stream. */
      readonly slowMs?: number;
    }
  /** An HTTP error instead of a stream. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** The connection is cut after the parts, before the end of the stream. */
  | { readonly cutAfter: readonly Part[] }
  /** The stream ends with `response.failed` of this code. */
  | { readonly failed: string; readonly message?: string }
  /** Raw bytes of a stream, sent as they are. */
  | { readonly raw: string };

/** Either a list, one reply a request, or a function of the request. */
export type Script = readonly Reply[] | ((request: Seen, index: number) => Reply);

/** A request that the server was sent. */
export interface Seen {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** True when Codex offers this model `exec` (JavaScript) instead of single tools. */
  readonly codeMode: boolean;
  /** Every input item of the request. */
  readonly input: readonly Readonly<Record<string, unknown>>[];
}

const texts = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(texts).join('');
  if (typeof value === 'object' && value !== null)
    return texts((value as { text?: unknown }).text ?? (value as { content?: unknown }).content ?? '');
  return '';
};

/** What the tools answered the model in this request, oldest first. */
export const toolOutputs = (seen: Seen): string[] =>
  seen.input.filter((item) => String(item['type']).endsWith('call_output')).map((item) => texts(item['output']));

/** What the person said, as far as this request carries it, oldest first (Codex's own context included). */
export const userTexts = (seen: Seen): string[] =>
  seen.input
    .filter((item) => item['type'] === 'message' && item['role'] === 'user')
    .map((item) => texts(item['content']));
