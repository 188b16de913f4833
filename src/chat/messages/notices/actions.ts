import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import {
  channelLink,
  type GeneratedMarkdown,
  groupMention,
  joinMarkdown,
  markdown,
  markdownIn,
  quoteBlock,
  topicLink,
  userMention,
} from '../../../markdown/generated.ts';
import { noticesIn } from '../../../texts/notices.ts';
import type { Channel } from '../../channels/channels/types.ts';
import type { Group } from '../../people/groups/types.ts';
import { NOTIFICATION_BOT, type User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import { type SendOptions, sendChannelMessage, sendDirectMessage } from '../send/actions.ts';

const HOW = { client: 'Internal' } as const;
const bot = (app: App): User => app.users.byEmail(NOTIFICATION_BOT)!;

/** The server's words in the organization's language, for all readers of a channel. */
export const organizationWords = (app: App) => markdownIn(app.realm.get('default_language'));

/** The server's words in a user's language. */
export const wordsFor = ({ settings }: User) => markdownIn(settings.default_language);

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
  const { t } = organizationWords(app);
  const text = t('{user} created a new channel {channel}.', {
    user: userMention(creator),
    channel: channelLink(channel),
  });
  postNotice(app, announcements, t('new channels'), text);
}

/** Announces a new user in the organization's channel for that, if there is one. */
export function announceNewUser(app: App, user: User): void {
  const announcements = app.channels.byId(app.realm.get('signup_announcements_stream_id'));
  if (!announcements || announcements.is_archived) return;
  const { t } = organizationWords(app);
  const text = t('{user} joined this organization.', { user: userMention(user) });
  postNotice(app, announcements, t('signups'), text, { read_by: [user] });
}

/** Posts the first message of a new channel: who created it, and its description. */
export function postCreationNotice(app: App, creator: User, channel: Channel): void {
  const { t } = organizationWords(app);
  const user = userMention(creator);
  const text = channel.is_web_public
    ? t('{user} created this web-public channel.', { user })
    : channel.invite_only
      ? t('{user} created this private channel.', { user })
      : t('{user} created this public channel.', { user });
  const about = channel.description ? markdown`\n\n${quoteBlock(channel.description)}` : markdown``;
  postNotice(app, channel, t('channel events'), markdown`${text}${about}`);
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
    sendNotice(app, user, subscribedText(actor, user, channels));
    yield;
  }
  return true;
}

function subscribedText(actor: User, user: User, channels: readonly Channel[]): GeneratedMarkdown {
  const { t } = wordsFor(user);
  const names = channels.map(channelLink);
  const values = { user: userMention(actor) };
  return names.length === 1
    ? t('{user} subscribed you to the channel {channel}.', { ...values, channel: names[0]! })
    : markdown`${t('{user} subscribed you to the following channels:', values)}\n\n${list(names)}`;
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
  const values = { user: userMention(actor), group: groupMention(group.name!) };
  for (const user of users) {
    const { t } = wordsFor(user);
    const text =
      change === 'added'
        ? t('{user} added you to the group {group}.', values)
        : t('{user} removed you from the group {group}.', values);
    sendNotice(app, user, text);
  }
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
  const { t } = organizationWords(app);
  const people = { reporter: userMention(reporter), sender: userMention(sender) };
  const lines = [
    channel
      ? t('{reporter} reported a message by {sender} in {place}.', {
          ...people,
          place: topicLink(channel, message.subject, id),
        })
      : t('{reporter} reported a message by {sender} in a direct message.', people),
    markdown`- ${t('Reason: **{reason}**', { reason: t(REPORT_TYPES[type]) })}`,
    ...(description.trim() === '' ? [] : [markdown`- ${t('Notes:')}`, quoteBlock(description)]),
    markdown`- ${t('Message sent:')}`,
    quoteBlock(message.content),
  ];
  const topic = noticesIn(app.realm.get('default_language')).t("{name}'s moderation requests", {
    name: sender.full_name,
  });
  postNotice(app, moderation, topic, joinMarkdown(lines, '\n'));
}
