import type { App } from '../../app.ts';
import { channelLink, quoteBlock, userMention } from '../../markdown/generated.ts';
import type { Channel } from '../channels/types.ts';
import { NOTIFICATION_BOT } from '../realm/actions.ts';
import type { User } from '../users/types.ts';
import { sendChannelMessage, sendDirectMessage } from './actions.ts';

const HOW = { client: 'Internal' } as const;
const bot = (app: App): User => app.users.byEmail(NOTIFICATION_BOT)!;

/** Says something in a topic (where the channel takes only the empty one, there) as the notification bot, which some need not read; the message's id. */
export function say(app: App, channel: Channel, topic: string, content: string, read_by: readonly User[] = []): number {
  const place = channel.topics_policy === 'empty_topic_only' ? '' : topic;
  return sendChannelMessage(app, bot(app), channel.id, place, content, { ...HOW, read_by }).id;
}

/** Writes to one person as the notification bot; names in it mean what that person may know. */
export const tellPerson = (app: App, user: User, content: string): number =>
  sendDirectMessage(app, bot(app), [user.id], content, { ...HOW, onBehalfOf: user }).id;

/** Above this many new subscriptions at once nobody is written to about them. */
export const MOST_NEW_SUBSCRIPTION_MESSAGES = 100;

/** Says in the organisation's channel for it that a channel was made, unless there is none or it is private. */
export function announceChannel(app: App, creator: User, channel: Channel): void {
  const announcements = app.channels.byId(app.realm.get('new_stream_announcements_stream_id'));
  if (!announcements || announcements.is_archived || channel.invite_only) return;
  say(app, announcements, 'new channels', `${userMention(creator)} created a new channel ${channelLink(channel)}.`);
}

/** Says in the organisation's channel for it that somebody is new, unless there is none. */
export function announceNewcomer(app: App, user: User): void {
  const announcements = app.channels.byId(app.realm.get('signup_announcements_stream_id'));
  if (announcements && !announcements.is_archived)
    say(app, announcements, 'signups', `${userMention(user)} joined this organization.`);
}

/** The first message in a channel somebody made: who made it, and what it is for. */
export function openChannel(app: App, creator: User, channel: Channel): void {
  const kind = channel.is_web_public ? 'web-public' : channel.invite_only ? 'private' : 'public';
  const about = channel.description ? `\n\n${quoteBlock(channel.description)}` : '';
  say(app, channel, 'channel events', `${userMention(creator)} created this ${kind} channel.${about}`);
}

/** Tells people that somebody else subscribed them to channels. The answer is whether they were told: above the limit nobody is. */
export function tellSubscribed(app: App, actor: User, news: ReadonlyMap<User, readonly Channel[]>): boolean {
  const told = [...news].filter(
    ([user, channels]) => user.id !== actor.id && !user.is_bot && user.is_active && channels.length > 0,
  );
  if (told.length > MOST_NEW_SUBSCRIPTION_MESSAGES) return false;
  for (const [user, channels] of told) {
    const names = channels.map(channelLink);
    const text =
      names.length === 1
        ? `${userMention(actor)} subscribed you to the channel ${names[0]}.`
        : `${userMention(actor)} subscribed you to the following channels:\n\n${names.map((name) => `* ${name}`).join('\n')}`;
    sendDirectMessage(app, bot(app), [user.id], text, HOW);
  }
  return true;
}
