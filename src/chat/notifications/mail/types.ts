import type { Outgoing } from '../../../kernel/mail/transport.ts';

/** What a mail is about. */
export const MAIL_KINDS = [
  'invitation',
  'confirm_address',
  'confirm_new_address',
  'address_changed',
  'welcome',
  'password_reset',
  'password_changed',
  'security_change',
  'sign_in',
  'deactivated',
  'export_ready',
  'missed_messages',
  'digest',
  'announcement',
  'backup_overdue',
  'test',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** How signing in to an account was changed. */
export type SecurityChange =
  | 'password'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodes'
  | 'secondFactorsReset'
  | 'identityLinked'
  | 'identityUnlinked'
  | 'identitiesUnlinked';

/** A part of a mail. Texts are plain and are escaped in HTML. */
export type Block =
  | string
  /** A link shown as a button. */
  | { label: string; url: string }
  /** A text by another user. */
  | { quote: string }
  /** A message, or a conversation's heading: safe HTML, and the same as text. */
  | { html: string; text: string };

/** A mail without layout. */
export interface MailContent {
  subject: string;
  blocks: readonly Block[];
  /** The footer: why the recipient gets this mail. */
  why: string;
  /** Where the recipient can unsubscribe; undefined: only sent on request. */
  unsubscribe?: { label: string; url: string; oneClick: string } | undefined;
  /** Where replies go; undefined: nobody reads them. */
  replyTo?: string | undefined;
  /** Mails with the same value form one thread in the recipient's mailbox. */
  thread?: string | undefined;
}

/** A mail as it is stored. */
export interface Mail {
  id: number;
  kind: MailKind;
  /** An address. */
  recipient: string;
  /** The account it is about; null: the recipient has none yet. */
  user_id: number | null;
  subject: string;
  /** JSON. */
  content: string;
  created: number;
  /** Expires then. */
  expires: number;
  attempts: number;
  due: number;
  /** When it was given up; null: it waits. */
  failed: number | null;
  reason: string | null;
}

/** A mail that a development server shows instead of sending. */
export interface DevelopmentMail {
  id: number;
  kind: MailKind;
  outgoing: Outgoing;
}
