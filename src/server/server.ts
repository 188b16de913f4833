import type { Log } from '../kernel/log.ts';
import type { Config } from '../settings/config.ts';
import type { CommandOptions } from './configuration.ts';

/** A server, whichever way it serves. */
export interface Server {
  /** Answers clients from now on, and reports where. Resolves when it listens for all of them. */
  start(): Promise<void>;
  /** Applies changed settings, and reads the certificate again. */
  reload(): void;
  /** Creates a backup of everything. Rejects if that fails. */
  backUp(): Promise<unknown>;
  /** Answers and disconnects its clients, saves their event queues for the next start, and closes all databases. */
  stop(): Promise<void>;
}

/** What a server is made from. */
export interface Beginning {
  /** The options of the command that starts it. */
  options: CommandOptions;
  config: Config;
  log: Log;
}
