import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { ReadFeed } from '../../../kernel/feeds/types.ts';
import { LIMITS } from '../../../limits.ts';
import { inlineCode, userMention } from '../../../markdown/generated.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { isTopicAllowed } from '../../channels/topics/rules.ts';
import { sendNotice, wordsFor } from '../../messages/notices/actions.ts';
import { sendChannelMessage } from '../../messages/send/actions.ts';
import { ONE_ROW, personBehind, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { cleanTopic } from '../incoming-webhooks/rendering/wording.ts';
import { requireShortText } from '../webhook-addresses/rules.ts';
import { entryMessage, othersMessage } from './content-rules.ts';
import { GONE, requireNewFeed, requirePostable, requireRead } from './rules.ts';
import type { Feed, FeedAnswer } from './types.ts';

const HOW = { client: 'feed' };
const DAY = 86_400;
/** Seconds from one reading to the next. After each failure it takes twice as long, up to a day. */
const INTERVAL = 900;

interface FeedDraft {
  bot: User;
  channel: Channel;
  topic: string | undefined;
  url: string;
}

/** Stores a feed that was read. What it contains now is not posted. Throws if it could not be read. */
export function addFeed(app: App, { bot, channel, topic, url }: FeedDraft, answer: FeedAnswer): Feed {
  requireRead(answer);
  requireNewFeed(app, bot, channel, url);
  requireRoom(app, 'feed', ONE_ROW, personBehind(bot));
  const place = { bot_id: bot.id, channel_id: channel.id, topic: requireShortText('topic', topic, 60), url };
  const created = seconds(app.clock);
  const { id } = app.db.write(() => app.feeds.insert({ ...place, created, ...stateAfter(app, undefined, answer) }));
  return app.feeds.byId(id)!;
}

/** Stores feeds that are read later. Returns how many there was room for and were not there yet. */
export function addFeeds(app: App, { bot, channel, topic }: Omit<FeedDraft, 'url'>, urls: readonly string[]): number {
  const created = seconds(app.clock);
  const place = { bot_id: bot.id, channel_id: channel.id, topic: requireShortText('topic', topic, 60) };
  const unread = { title: '', known: null, etag: null, modified: null, failures: 0, error: null, last_read: null };
  return app.db.write(() => {
    const fresh = urls.filter((url) => app.feeds.find(channel.id, bot.id, url) === undefined);
    if (fresh.length > 0) requireRoom(app, 'feed', ONE_ROW, personBehind(bot));
    const { rows } = app.rowLimits.readStored('feed', personBehind(bot));
    const added = fresh.slice(0, LIMITS.feeds_of_user - rows);
    for (const url of added) app.feeds.insert({ ...place, ...unread, url, due: created, created });
    return added.length;
  });
}

/** Posts a feed elsewhere. */
export function moveFeed(
  app: App,
  { id, url, bot_id, channel_id }: Feed,
  channel: Channel,
  topic: string | undefined,
): void {
  const bot = app.users.byId(bot_id)!;
  requirePostable(app, bot, channel);
  if (channel.id !== channel_id) requireNewFeed(app, bot, channel, url);
  const row = { id, channel_id: channel.id, topic: requireShortText('topic', topic, 60) };
  app.db.write(() => app.feeds.move(row));
}

export function removeFeed(app: App, { id }: Feed): void {
  app.db.write(() => app.feeds.remove(id));
}

/** Posts what is new in a feed, and stores when it is read next. Returns how many entries were posted. */
export function postNews(app: App, id: number, answer: FeedAnswer): number {
  // It may have been removed, or its bot deactivated, while its server answered.
  const feed = app.feeds.byId(id);
  const bot = feed && app.users.byId(feed.bot_id);
  if (!feed || !bot?.is_active) return 0;
  try {
    return app.db.write(() => {
      const posted = answer.result === 'read' ? postEntries(app, bot, feed, answer.feed) : 0;
      if (answer.result === 'gone' && feed.due !== null) reportGone(app, bot, feed);
      app.feeds.update({ id, ...stateAfter(app, feed, answer) });
      return posted;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const failed = { result: 'failed', reason: error.message } as const;
    app.db.write(() => app.feeds.update({ id, ...stateAfter(app, feed, failed) }));
    return 0;
  }
}

function postEntries(app: App, bot: User, { channel_id, topic, url, known }: Feed, feed: ReadFeed): number {
  // Somebody may have had it read at the same time.
  const posted = new Set(knownHashes(known));
  const entries = feed.entries.filter(({ hash }) => !posted.has(hash));
  if (entries.length === 0) return 0;
  const channel = app.channels.byId(channel_id)!;
  const name = cleanTopic(feed.title) || new URL(url).hostname;
  const subject = topic ?? name;
  const to = { channel: channel_id, topic: isTopicAllowed(app, channel, subject) ? subject : '' };
  const texts = entries.map((entry) => entryMessage(entry, name));
  if (feed.others > 0) texts.unshift(othersMessage(feed, name));
  for (const text of texts) sendChannelMessage(app, bot, to, text, HOW);
  return entries.length;
}

const knownHashes = (known: string | null): string[] => (known === null ? [] : (JSON.parse(known) as string[]));

/** What is stored of a feed after its server answered. */
function stateAfter(app: App, before: Feed | undefined, answer: FeedAnswer) {
  const now = seconds(app.clock);
  const { title = '', known = null, etag = null, modified = null, last_read = null } = before ?? {};
  const failures = answer.result === 'failed' ? (before?.failures ?? 0) + 1 : 0;
  const stored = { title, known, etag, modified, failures, error: null, last_read: now, due: now + INTERVAL };
  switch (answer.result) {
    case 'read': {
      const hashes = new Set([...answer.feed.hashes, ...knownHashes(known)]);
      return {
        ...stored,
        title: answer.feed.title,
        known: JSON.stringify([...hashes].slice(0, LIMITS.feed_entries)),
        etag: answer.etag,
        modified: answer.modified,
      };
    }
    case 'unchanged':
      return stored;
    case 'gone':
      return { ...stored, last_read, due: null, error: GONE };
    case 'failed':
      return { ...stored, last_read, error: answer.reason, due: now + pauseAfter(failures, answer.wait) };
  }
}

const pauseAfter = (failures: number, wait = 0): number =>
  Math.max(wait, Math.min(INTERVAL * 2 ** Math.min(failures, 10), DAY));

/** Notifies the owner of a bot that a feed ended. */
function reportGone(app: App, bot: User, { title, url }: Feed): void {
  const owner = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
  if (!owner?.is_active) return;
  const values = { bot: userMention(bot), feed: inlineCode(title || url) };
  sendNotice(app, owner, wordsFor(owner).t('The feed {feed} of your bot {bot} ended, because it is gone.', values));
}
