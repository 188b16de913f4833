import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import {
  channelLink,
  type GeneratedMarkdown,
  groupMention,
  joinMarkdown,
  markdown,
  plainText,
  quoteBlock,
  topicLink,
  userMention,
} from '../../../markdown/generated.ts';
import type { Channel } from '../../channels/channels/types.ts';
import type { Group } from '../../people/groups/types.ts';
import { NOTIFICATION_BOT, type User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import { type SendOptions, sendChannelMessage, sendDirectMessage } from '../send/actions.ts';

const HOW = { client: 'Internal' } as const;
const bot = (app: App): User => app.users.byEmail(NOTIFICATION_BOT)!;

/**
 * Sends a message to a topic as the notification bot, or to the empty topic where the channel has no other. Returns the
 * message's id.
 */
export function postNotice(
  app: App,
  channel: Channel,
  topic: string,
  content: GeneratedMarkdown,
  how: Pick<SendOptions, 'read_by' | 'is_resolve_notice'> = {},
): number {
  const place = channel.topics_policy === 'empty_topic_only' ? '' : topic;
  return sendChannelMessage(app, bot(app), { channel: channel.id, topic: place }, content, { ...HOW, ...how }).id;
}

/** Sends a direct message to a user as the notification bot. Names in it refer to what that user can see. */
export const sendNotice = (app: App, user: User, content: GeneratedMarkdown): number =>
  sendDirectMessage(app, bot(app), [user.id], content, { ...HOW, onBehalfOf: user }).id;

/** Above this many new subscriptions at once, no direct messages are sent about them. */
const MOST_NEW_SUBSCRIPTION_MESSAGES = 100;

/**
 * Announces a new channel in the organization's channel for that, unless there is none or the new channel is private.
 */
export function announceChannel(app: App, creator: User, channel: Channel): void {
  const announcements = app.channels.byId(app.realm.get('new_stream_announcements_stream_id'));
  if (!announcements || announcements.is_archived || channel.invite_only) return;
  postNotice(
    app,
    announcements,
    'new channels',
    markdown`${userMention(creator)} created a new channel ${channelLink(channel)}.`,
  );
}

/** Announces a new user in the organization's channel for that, if there is one. */
export function announceNewUser(app: App, user: User): void {
  const announcements = app.channels.byId(app.realm.get('signup_announcements_stream_id'));
  if (announcements && !announcements.is_archived)
    postNotice(app, announcements, 'signups', markdown`${userMention(user)} joined this organization.`);
}

/** Posts the first message of a new channel: who created it, and its description. */
export function postCreationNotice(app: App, creator: User, channel: Channel): void {
  const kind = channel.is_web_public
    ? markdown`web-public`
    : channel.invite_only
      ? markdown`private`
      : markdown`public`;
  const about = channel.description ? markdown`\n\n${quoteBlock(channel.description)}` : markdown``;
  postNotice(app, channel, 'channel events', markdown`${userMention(creator)} created this ${kind} channel.${about}`);
}

/**
 * Sends a direct message to each user whom somebody else subscribed to channels, except bots, one in each step.
 * Channels that were created with the subscriptions do not count, as their first message says the same. Returns false
 * if there are more than `MOST_NEW_SUBSCRIPTION_MESSAGES` users and nothing was sent.
 */
export function* sendSubscribedNotices(
  app: App,
  actor: User,
  { added, created }: { added: ReadonlyMap<User, readonly Channel[]>; created: readonly Channel[] },
): Steps<boolean> {
  const isNew = new Set(created.map(({ id }) => id));
  const addedByUser = [...added]
    .map(([user, channels]) => [user, channels.filter(({ id }) => !isNew.has(id))] as const)
    .filter(([user, channels]) => user.id !== actor.id && !user.is_bot && user.is_active && channels.length > 0);
  if (addedByUser.length > MOST_NEW_SUBSCRIPTION_MESSAGES) return false;
  for (const [user, channels] of addedByUser) {
    const names = channels.map(channelLink);
    const text =
      names.length === 1
        ? markdown`${userMention(actor)} subscribed you to the channel ${names[0]!}.`
        : markdown`${userMention(actor)} subscribed you to the following channels:\n\n${list(names)}`;
    sendNotice(app, user, text);
    yield;
  }
  return true;
}

const list = (items: readonly GeneratedMarkdown[]): GeneratedMarkdown =>
  joinMarkdown(
    items.map((item) => markdown`* ${item}`),
    '\n',
  );

/**
 * Sends a direct message to each user whom somebody else added to a group or removed from it, except bots. Above
 * `MOST_NEW_SUBSCRIPTION_MESSAGES` users it sends none, as for channels.
 */
export function notifyMembers(
  app: App,
  actor: User,
  group: Group,
  change: 'added' | 'removed',
  ids: readonly number[],
) {
  const users = [...new Set(ids)]
    .map((id) => app.users.byId(id)!)
    .filter((user) => user.id !== actor.id && !user.is_bot && user.is_active);
  if (users.length > MOST_NEW_SUBSCRIPTION_MESSAGES) return;
  const what = change === 'added' ? markdown`added you to` : markdown`removed you from`;
  for (const user of users)
    sendNotice(app, user, markdown`${userMention(actor)} ${what} the group ${groupMention(group.name!)}.`);
}

const REPORT_TYPES = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const;
export type ReportType = keyof typeof REPORT_TYPES;

/**
 * Reports a message to the moderators. Throws if the organization has no channel for reports, and for the reason
 * "other" without a description.
 */
export function reportMessage(app: App, reporter: User, id: number, type: ReportType, description: string): void {
  const message = requireReadableMessage(app, reporter, id);
  const moderation = app.channels.byId(app.realm.get('moderation_request_channel_id'));
  if (!moderation || moderation.is_archived)
    throw badRequest('Moderation request channel must be specified to enable message reporting.');
  if (type === 'other' && description.trim() === '') throw badRequest('An explanation is required.');
  const sender = app.users.byId(message.sender_id)!;
  const channel = app.channels.byRecipient(message.recipient_id);
  const place = channel ? markdown`in ${topicLink(channel, message.subject, id)}` : markdown`in a direct message`;
  const lines = [
    markdown`${userMention(reporter)} reported a message by ${userMention(sender)} ${place}.`,
    markdown`- Reason: **${plainText(REPORT_TYPES[type])}**`,
    ...(description.trim() === '' ? [] : [markdown`- Notes:`, quoteBlock(description)]),
    markdown`- Message sent:`,
    quoteBlock(message.content),
  ];
  postNotice(app, moderation, `${sender.full_name}'s moderation requests`, joinMarkdown(lines, '\n'));
}
