/** What programs do: running, installing, talking to other computers. */
export const programs = {
  'command.run': 'Runs {command}',
} as const;
