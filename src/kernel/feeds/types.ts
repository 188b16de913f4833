/** Limits of a feed. Entries and texts above them are left out or cut. */
export const FEED_LIMITS = {
  /** Of the whole document. A longer one is rejected. */
  bytes: 5 * 2 ** 20,
  entries: 1000,
  /** Of a text in an entry, in characters. */
  text: 1000,
  title: 200,
  url: 2048,
  /** Of an OPML document. */
  feeds: 500,
} as const;

/** The Accept header of a request for a feed. */
export const FEED_TYPES =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/** A feed to read. */
export interface FeedTask {
  bytes: Uint8Array;
  /** That of the document, with which relative links are completed. */
  url: string;
  charset: string | undefined;
  /** The hashes of entries that were read before; undefined: it is read the first time. */
  known: readonly string[] | undefined;
  /** The most new entries to return. */
  most: number;
}

export interface FeedEntry {
  hash: string;
  /** Plain text. */
  title: string;
  /** undefined: the entry has none. */
  url: string | undefined;
  author: string;
  /** Markdown of the author of the feed, which may mention anybody. Empty: none. */
  text: string;
}

export interface ReadFeed {
  /** Plain text; empty: it has none. */
  title: string;
  /** The page that the feed belongs to. */
  home: string | undefined;
  /** The hashes of all entries, the newest first. */
  hashes: string[];
  /** The newest of the entries that are new, the oldest first. */
  entries: FeedEntry[];
  /** How many more are new. */
  others: number;
}
