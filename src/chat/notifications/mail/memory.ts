import type { Transport } from '../../../kernel/mail/transport.ts';

/** The connection to the mail server, and the deliveries in progress. */
export class MailDelivery {
  transport: Promise<Transport> | undefined;
  /** The server's address or folder for which the transport was opened. */
  target: string | undefined;
  /** The deliveries in progress, by mail. */
  readonly running = new Map<number, Promise<void>>();
  /** When a mail was last delivered, s. */
  lastUsed = 0;
  /** The last attempt since the start: its time in seconds, and why it failed. */
  last: { time: number; reason?: string } | undefined;
  /** The server is stopping: no new delivery begins. */
  isStopping = false;
}
