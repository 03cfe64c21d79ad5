/** A part of PowerShell's expandable text: text, a variable, or what is run in its place. */
export type Part = string | { readonly variable: string } | { readonly run: readonly Statement[] };

export type Expression =
  | { readonly kind: 'text'; readonly parts: readonly Part[]; readonly bare: boolean; readonly written: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'run'; readonly body: readonly Statement[] }
  | { readonly kind: 'block'; readonly body: readonly Statement[]; readonly written: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'table'; readonly items: readonly Statement[] }
  | { readonly kind: 'joined'; readonly items: readonly Expression[]; readonly plus: boolean }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'call'; readonly of: Expression; readonly name: string; readonly args: readonly Expression[] };

export interface Redirection {
  readonly append: boolean;
  readonly read: boolean;
  readonly to: Expression;
}
export interface Command {
  readonly kind: 'command';
  /** `&` or `.`: the name is an expression. */
  readonly invoked: boolean;
  readonly name: Expression;
  readonly args: readonly Expression[];
  readonly redirections: readonly Redirection[];
  readonly written: string;
}
export interface Evaluated {
  readonly kind: 'expression';
  readonly value: Expression;
  readonly redirections: readonly Redirection[];
  readonly written: string;
}
export type Element = Command | Evaluated;

export type Statement =
  | {
      readonly kind: 'pipeline';
      readonly elements: readonly Element[];
      readonly background: boolean;
      readonly written: string;
    }
  | { readonly kind: 'assign'; readonly to: Expression; readonly plain: boolean; readonly value: Statement | undefined }
  | {
      readonly kind: 'foreach';
      readonly variable: string;
      readonly over: Statement | undefined;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'function'; readonly name: string; readonly body: readonly Statement[] }
  | { readonly kind: 'blocks'; readonly bodies: readonly (readonly Statement[])[] };

export interface Parsed {
  readonly statements: readonly Statement[];
  /** It does not parse, or is cut off. */
  readonly broken: boolean;
  /** Nested deeper than is read. */
  readonly deep: boolean;
  /** Longer than is read: too many words or faults. */
  readonly long: boolean;
}
