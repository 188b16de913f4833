import type { User } from '../../people/users/types.ts';

/** The server's bot that posts mails whose sender is not proven to be a member. */
export const MAIL_BOT = 'mail-bot@klatch.invalid';

/** What became of a received mail. `dropped`: nobody expects it to be posted. */
export const MAIL_RESULTS = ['posted', 'dropped', 'rejected'] as const;
export type MailResult = (typeof MAIL_RESULTS)[number];

/** What the sender of a mail to a channel chooses in the address. */
export interface AddressOptions {
  showsSender: boolean;
  includesFooter: boolean;
  includesQuotes: boolean;
  prefersHtml: boolean;
}

/** What a valid address leads to. */
export type MailTarget =
  | { kind: 'channel'; channel_id: number; creator_id: number; sender_id: number; options: AddressOptions }
  | { kind: 'reply'; message_id: number; user_id: number; expires: number };

/** Whether a mail proves that its sender wrote it, and by what. */
export interface SenderProof {
  isProven: boolean;
  /** Such as `dmarc=pass`. */
  evidence: string;
}

/** What is known of a mail besides its content. */
export interface Envelope {
  /** The addresses it was delivered to; undefined: those in its headers. */
  recipients?: readonly string[] | undefined;
  /** The address for delivery reports; empty: none; undefined: not known. */
  returnPath?: string | undefined;
  proof: SenderProof;
}

/** Where a mail is posted. */
export type MailPlace = { channel_id: number; topic: string } | { user_ids: number[] };

/** What is done with a mail at one of its addresses, and why. */
export interface MailDecision {
  result: MailResult;
  reason: string;
  /** The address; empty: the mail has none of this server. */
  address: string;
  /** Identifies the mail at this address, so that it is posted once. */
  key?: string;
  place?: MailPlace;
  /** Who posts it; undefined: the mail bot. */
  author?: User | undefined;
  /** The message, with markers where inline images belong. */
  content?: string;
}

/** A received mail as it is remembered. */
export interface ReceivedMail {
  id: number;
  /** Unix time in seconds. */
  received: number;
  /** Empty if another mail came in after it: only the last ones are shown. */
  sender: string;
  subject: string;
  address: string;
  result: MailResult;
  reason: string;
  message_id: number | null;
}
