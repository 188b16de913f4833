/** What a mail is about. */
export type MailKind =
  | 'invitation'
  | 'confirm_address'
  | 'confirm_new_address'
  | 'address_changed'
  | 'welcome'
  | 'password_reset'
  | 'password_changed'
  | 'sign_in'
  | 'deactivated'
  | 'export_ready'
  | 'missed_messages'
  | 'digest'
  | 'test';

/** A piece of a letter; texts are plain, and escaped where they become HTML. */
export type Block =
  | string
  /** A link that is to be opened, large. */
  | { label: string; url: string }
  /** Words of somebody else. */
  | { quote: string }
  /** A message, a conversation's heading: HTML that is safe as it stands, and the same as text. */
  | { html: string; text: string };

/** A mail before it has its clothes on. */
export interface MailContent {
  subject: string;
  blocks: readonly Block[];
  /** The last, small line: why one gets this. */
  why: string;
  /** Where one can be left in peace; undefined: it is a mail nobody gets unasked. */
  unsubscribe?: { label: string; url: string; oneClick: string } | undefined;
  /** What it is about: letters about the same are one conversation in the recipient's mailbox. */
  thread?: string | undefined;
}

/** A mail as it is stored. */
export interface Mail {
  id: number;
  kind: MailKind;
  /** An address. */
  recipient: string;
  /** Whose account it is about; null: whoever gets it has none yet. */
  user_id: number | null;
  subject: string;
  /** JSON. */
  content: string;
  created: number;
  /** Of no use after that. */
  expires: number;
  attempts: number;
  due: number;
  /** When it was given up; null: it waits. */
  failed: number | null;
  reason: string | null;
}
