/** What programs do: running, installing, talking to other computers. */
export const programs = {} as const;
