/** The commands that Klatch itself has. No bot can have one with such a name. */
export const BUILT_IN_COMMANDS = [
  'me',
  'poll',
  'todo',
  'status',
  'dark',
  'night',
  'light',
  'day',
  'fluid-width',
  'fixed-width',
  'ping',
] as const;

export type BuiltInCommand = (typeof BUILT_IN_COMMANDS)[number];
