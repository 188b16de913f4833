import type { SMTPServer } from 'smtp-server';

/** Resolves DNS records, as `resolve` of node:dns/promises does. */
export type Resolver = (name: string, type: string) => Promise<unknown>;

/** The open listener for mail. */
export class MailListening {
  server: SMTPServer | undefined;
  /** The port it listens on; undefined: it does not. */
  port: number | undefined;
  /** Why it does not listen; undefined: it does, or need not. */
  failure: string | undefined;
  /** Instead of the DNS of this machine. */
  resolver: Resolver | undefined;
}

/** An access token of the mailbox. */
export interface MailboxAccess {
  token: string;
  /** In milliseconds of the clock. */
  expires: number;
}

/** The connection to the mailbox from which mail is read. */
export class MailboxReading {
  isReading = false;
  /** Attempts in a row that failed. */
  failures = 0;
  /** When to connect again, in milliseconds of the clock. */
  nextAttempt = 0;
  /** Why the mailbox cannot be read; undefined: it can. */
  failure: string | undefined;
  /** When the mailbox was last searched, in UNIX seconds; undefined: not since the start. */
  lastSuccess: number | undefined;
  /** How many mails of the mailbox could not be received; they are tried again with the next connection. */
  stuck = 0;
  /** Why the last one of them could not be received. */
  stuckReason: string | undefined;
  /** With OAuth, until the mail server rejects it. */
  access: MailboxAccess | undefined;
}
