import type { App } from '../../../app.ts';
import { type ApiError, badRequest, notFound, userDeactivated } from '../../../kernel/errors.ts';
import { FEED_LIMITS } from '../../../kernel/feeds/types.ts';
import { canPost, requireChannelAccess } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cannotSendTo, invalidUrl } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { canManageBot, requireManageableBot } from '../bots/rules.ts';
import type { Feed, FeedAnswer } from './types.ts';

const noSuchFeed = (): ApiError => notFound('No such feed');

/** A feed of a bot that the actor may manage, and the bot. All others throw the same error. */
export function requireManageableFeed(app: App, actor: User, id: number): { feed: Feed; bot: User } {
  const feed = app.feeds.byId(id);
  const bot = feed && app.users.byId(feed.bot_id);
  if (!bot || !canManageBot(actor, bot)) throw noSuchFeed();
  return { feed, bot };
}

/** The bot and the channel of a new feed. The actor manages the bot, and the bot may post in the channel. */
export function requireFeedPlace(app: App, actor: User, bot_id: number, channel_id: number) {
  const bot = requireManageableBot(app, actor, bot_id);
  return { bot, channel: requirePostable(app, bot, requireChannelAccess(app, actor, channel_id)) };
}

/** Throws if a bot may not post in a channel. */
export function requirePostable(app: App, bot: User, channel: Channel): Channel {
  if (!bot.is_active) throw userDeactivated();
  if (!canPost(app, bot, channel)) throw cannotSendTo(channel.name);
  return channel;
}

/** The address of a feed, as it is stored. */
export function requireFeedUrl(input: string): string {
  const url = URL.parse(input.trim());
  const isFine = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isFine || url.href.length > FEED_LIMITS.url) throw invalidUrl('url');
  return url.href;
}

/** Throws if a bot posts this feed in the channel already. */
export function requireNewFeed(app: App, bot: User, channel: Channel, url: string): void {
  if (app.feeds.find(channel.id, bot.id, url) !== undefined)
    throw badRequest('The bot posts this feed in the channel already');
}

/** The error of a feed that ended. */
export const GONE = 'The feed’s server says that it is gone';

/** Throws the reason why a feed was not read. */
export function requireRead(answer: FeedAnswer): void {
  if (answer.result === 'failed') throw badRequest(answer.reason);
  if (answer.result !== 'read') throw badRequest(GONE);
}
