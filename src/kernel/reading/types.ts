import type { FeedTask, ReadFeed } from '../feeds/types.ts';
import type { MailTask, ReadMail } from '../mail/reading/types.ts';

/** The documents that the process can read: what it needs, and what it returns. */
export interface Readings {
  mail: { task: MailTask; read: ReadMail };
  feed: { task: FeedTask; read: ReadFeed };
  /** The text of an OPML document, and the addresses of the feeds in it. */
  opml: { task: string; read: string[] };
}
export type DocumentKind = keyof Readings;

/** What the process returns: the document, or why it is rejected. */
export type ReadingAnswer<K extends DocumentKind = DocumentKind> = { read: Readings[K]['read'] } | { rejected: string };

/** A message of the process. */
export interface ReadingReport {
  answer: ReadingAnswer;
  /** The memory that the process has after the document, in bytes. */
  memory: number;
}

/** A message to the process. */
export interface ReadingOrder<K extends DocumentKind = DocumentKind> {
  kind: K;
  task: Readings[K]['task'];
}

/** A document is rejected. The message is the whole reason. */
export class Unreadable extends Error {}
