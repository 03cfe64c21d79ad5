/** What Windows' own commands do beside files. */
export const windows = {} as const;
