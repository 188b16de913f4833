import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { endpoint } from '../../declare.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { canManageBot, requireManageableBot } from '../bots/rules.ts';
import { addFeed, addFeeds, moveFeed, postNews, removeFeed } from './actions.ts';
import { fetchFeed, readFeedList } from './client.ts';
import type { ListedFeedRow } from './repository.ts';
import { requireFeedPlace, requireFeedUrl, requireManageableFeed, requireNewFeed } from './rules.ts';
import { feedView, ListedFeed } from './views.ts';

const feed_id = Type.Integer();
const place = {
  bot_id: Type.Integer(),
  stream_id: Type.Integer(),
  /** Absent or empty: the title of the feed. */
  topic: Maybe(Type.String()),
};

export const getFeeds = endpoint({
  method: 'GET',
  path: '/feeds',
  summary: 'Get the feeds that bots post which you may manage',
  auth: 'human-member',
  params: {
    /** Absent: your own bots; for administrators, all. */
    bot_id: Maybe(Type.Integer()),
  },
  returns: { feeds: Type.Array(ListedFeed) },
  handle: ({ app, user, params: { bot_id } }) => ({ feeds: listFeeds(app, user, bot_id).map(feedView) }),
});

export const createFeed = endpoint({
  method: 'POST',
  path: '/feeds',
  summary: 'Add a feed whose new entries a bot posts in a channel: RSS, Atom or JSON Feed',
  auth: 'human-member',
  params: { ...place, url: Type.String() },
  returns: { id: Type.Integer(), title: Type.String() },
  audit:
    ({ params: { bot_id: user_id } }) =>
    ({ id }: { id: number }) => ({ kind: 'bot_update', user_id, details: `new feed ${id}` }),
  prepare({ app, user, params: { bot_id, stream_id, url } }) {
    const { bot, channel } = requireFeedPlace(app, user, bot_id, stream_id);
    const address = requireFeedUrl(url);
    requireNewFeed(app, bot, channel, address);
    return fetchFeed(app, { url: address, known: null, etag: null, modified: null });
  },
  handle({ app, user, params: { bot_id, stream_id, topic, url }, prepared: answer }) {
    const { bot, channel } = requireFeedPlace(app, user, bot_id, stream_id);
    const { id, title } = addFeed(app, { bot, channel, topic, url: requireFeedUrl(url) }, answer);
    return { id, title };
  },
});

export const importFeeds = endpoint({
  method: 'POST',
  path: '/feeds/import',
  summary: 'Add the feeds of an OPML document, which are read later',
  auth: 'human-member',
  params: { ...place, opml: Type.String({ maxLength: LIMITS.opml_length }) },
  /** `skipped`: they were there already, or there is no room for more. */
  returns: { added: Type.Integer(), skipped: Type.Integer() },
  audit:
    ({ params: { bot_id: user_id } }) =>
    ({ added }: { added: number }) => ({ kind: 'bot_update', user_id, details: `${added} new feeds` }),
  prepare({ app, user, params: { bot_id, stream_id, opml } }) {
    requireFeedPlace(app, user, bot_id, stream_id);
    return readFeedList(app, opml);
  },
  handle({ app, user, params: { bot_id, stream_id, topic }, prepared: urls }) {
    const added = addFeeds(app, { ...requireFeedPlace(app, user, bot_id, stream_id), topic }, urls);
    return { added, skipped: urls.length - added };
  },
});

export const updateFeed = endpoint({
  method: 'PATCH',
  path: '/feeds/{feed_id}',
  summary: 'Change where a feed is posted',
  auth: 'human-member',
  params: { feed_id, stream_id: Maybe(Type.Integer()), topic: Maybe(Type.String()) },
  audit: ({ app, params }) => ({
    kind: 'bot_update',
    user_id: app.feeds.byId(params.feed_id)?.bot_id,
    details: `changed feed ${params.feed_id}`,
  }),
  handle({ app, user, params: { feed_id: id, stream_id, topic } }) {
    const { feed } = requireManageableFeed(app, user, id);
    const channel = requireChannelAccess(app, user, stream_id ?? feed.channel_id);
    moveFeed(app, feed, channel, topic ?? feed.topic ?? undefined);
  },
});

export const removeOneFeed = endpoint({
  method: 'DELETE',
  path: '/feeds/{feed_id}',
  summary: 'Remove a feed',
  auth: 'human-member',
  params: { feed_id },
  audit: ({ app, params }) => ({
    kind: 'bot_update',
    user_id: app.feeds.byId(params.feed_id)?.bot_id,
    details: `removed feed ${params.feed_id}`,
  }),
  handle: ({ app, user, params }) => removeFeed(app, requireManageableFeed(app, user, params.feed_id).feed),
});

export const readFeedNow = endpoint({
  method: 'POST',
  path: '/feeds/{feed_id}/read',
  summary: 'Read a feed now, and post what is new',
  auth: 'human-member',
  params: { feed_id },
  /** `posted`: the number of entries. */
  returns: { posted: Type.Integer(), feed: ListedFeed },
  audit: () => undefined,
  prepare: ({ app, user, params }) => fetchFeed(app, requireManageableFeed(app, user, params.feed_id).feed),
  handle({ app, user, params: { feed_id: id }, prepared: answer }) {
    requireManageableFeed(app, user, id);
    const posted = postNews(app, id, answer);
    return { posted, feed: feedView(requireManageableFeed(app, user, id).feed) };
  },
});

function listFeeds(app: App, user: User, bot_id: number | undefined): ListedFeedRow[] {
  if (bot_id !== undefined) return app.feeds.ofBot(requireManageableBot(app, user, bot_id).id);
  if (!isAdministrator(user)) return app.feeds.ofOwner(user.id);
  return app.feeds.list().filter((one) => canManageBot(user, app.users.byId(one.bot_id)!));
}
