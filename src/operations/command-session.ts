import type { Args, CommandName, Result } from './operations.ts';

/** Runs many commands on one data folder: in the server that has it open, or in this process. */
export interface CommandSession {
  readonly dataDir: string;
  /** Whether the commands run in a server, where people wait while they run. */
  readonly isServer: boolean;
  /** Throws Failure for rejected commands, and if the server stopped. */
  run<C extends CommandName>(command: C, args: Args<C>): Promise<Result<C>>;
  /** What still waits to leave, such as for syslog, leaves within a short time. */
  close(): Promise<void>;
}
