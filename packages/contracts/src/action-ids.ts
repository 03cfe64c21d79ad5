// Apart from the schemas, as card-ids.ts is.

/** Which language a command is written in. `bash` stands for every POSIX-like shell. */
export const shells = ['bash', 'powershell', 'cmd'] as const;
/** One of `shells`. */
export type Shell = (typeof shells)[number];

/** Bureau's own kinds of a request that is not a command (cases/plain-words: «Requests that aren't commands»). */
export const toolKinds = ['write', 'edit', 'patch', 'fetch', 'mcp', 'read', 'search', 'other'] as const;
/** One of `toolKinds`. */
export type ToolKind = (typeof toolKinds)[number];
