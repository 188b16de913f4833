import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import type { ListedFeedRow } from './repository.ts';

export const ListedFeed = Type.Object({
  id: Type.Integer(),
  bot_id: Type.Integer(),
  stream_id: Type.Integer(),
  /** null: the title of the feed. */
  topic: Nullable(Type.String()),
  url: Type.String(),
  /** As the feed names itself; empty: it was not read yet. */
  title: Type.String(),
  /** Why it could not be read or posted the last time; null: it could. */
  error: Nullable(Type.String()),
  /** Its server said that it is gone, so it is read no more. */
  is_ended: Type.Boolean(),
  /** Unix time in seconds; null: it was not read yet. */
  last_read: Nullable(Type.Integer()),
  /** Unix time in seconds. */
  created: Type.Integer(),
});

export const feedView = (feed: ListedFeedRow): Static<typeof ListedFeed> => ({
  id: feed.id,
  bot_id: feed.bot_id,
  stream_id: feed.channel_id,
  topic: feed.topic,
  url: feed.url,
  title: feed.title,
  error: feed.error,
  is_ended: feed.due === null,
  last_read: feed.last_read,
  created: feed.created,
});
