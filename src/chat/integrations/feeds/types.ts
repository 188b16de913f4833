import type { ReadFeed } from '../../../kernel/feeds/types.ts';

/** A feed whose new entries a bot posts in a channel. Times are UNIX seconds. */
export interface Feed {
  id: number;
  bot_id: number;
  channel_id: number;
  /** null: the title of the feed. */
  topic: string | null;
  url: string;
  /** As the feed names itself; empty: it was not read yet. */
  title: string;
  /** JSON list of the hashes of its entries, the newest first; null: it was not read yet. */
  known: string | null;
  etag: string | null;
  modified: string | null;
  /** When it is read next; null: never, because its server said that it is gone. */
  due: number | null;
  /** Since it was read last. */
  failures: number;
  /** Why it could not be read or posted the last time; null: it could. */
  error: string | null;
  last_read: number | null;
  created: number;
}

/** What reading a feed stores. */
export type FeedState = Pick<
  Feed,
  'title' | 'known' | 'etag' | 'modified' | 'due' | 'failures' | 'error' | 'last_read'
>;

/** The result of asking for a feed. */
export type FeedAnswer =
  | { result: 'read'; feed: ReadFeed; etag: string | null; modified: string | null }
  | { result: 'unchanged' | 'gone' }
  /** `wait`: seconds that its server asks for. */
  | { result: 'failed'; reason: string; wait?: number };
