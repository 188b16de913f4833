/** The meanings of exit codes. */
export const EXIT = {
  failure: 1,
  usage: 2,
  inUse: 3,
  newerDatabase: 4,
  notFound: 5,
  notAllowed: 6,
  unreachable: 7,
  damaged: 8,
} as const;

/** Ends the command with this message and exit code. */
export class Failure extends Error {
  readonly exit: number;
  constructor(exit: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.exit = exit;
  }
}

/** The message of an error, for a line of output or of the log. */
export const getReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
