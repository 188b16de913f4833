import type { CommandOptions } from '../configuration.ts';

/** The command that makes a server read the folder again, and the beginning of the one that opens an organization. */
export const RESCAN = 'organizations-rescan';
export const OPEN = 'organization-open/';

/** What the server tells the process of one organization, over Node's channel between them. */
export type ToProcess =
  | {
      kind: 'open';
      /** The options of the command that started the server. */
      options: CommandOptions;
      /** The organization. */
      name: string;
      /** The server's port. */
      port: number;
      /** Where to listen for requests of the server and of commands. */
      socketPath: string;
      /** What the server sends with each request. */
      token: string;
    }
  | { kind: 'reload' }
  | { kind: 'back-up' }
  | { kind: 'leave' }
  | { kind: 'finish' };

/** What the process of an organization tells the server. */
export type FromProcess =
  | { kind: 'opened' }
  | { kind: 'failed'; reason: string }
  /** When its jobs must run next if it is closed, UNIX seconds. */
  | { kind: 'next-run'; at: number }
  | { kind: 'backed-up'; failure?: string };
