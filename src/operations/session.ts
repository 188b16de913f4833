import type { Args, OperationName, Result } from './operations.ts';

/** Runs several operations of a command on one data folder: in the server that has it open, or in this process. */
export interface CommandSession {
  readonly dataDir: string;
  /** Whether they run in a server, where people wait while they run. */
  readonly isServer: boolean;
  /** Throws Failure for rejected operations, and if the server stopped. */
  run<N extends OperationName>(operation: N, args: Args<N>): Promise<Result<N>>;
  /** What still waits to leave, such as for syslog, leaves within a short time. */
  close(): Promise<void>;
}
