import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { POLICY } from '../../../shared/topic-policies.ts';
import { isRead, ReadBits } from '../../messages/flags/rules.ts';
import { canRead, hasReceived } from '../../messages/messages/rules.ts';
import { FACT, FLAG, type StoredMessage } from '../../messages/messages/types.ts';
import { type User, WELCOME_BOT } from '../../people/users/types.ts';
import type { MissedMessageFacts } from './repository.ts';
import type { DeliveryMethod } from './types.ts';

/** The reason for a notification. */
export type Cause =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic'
  | 'channel';

/** A user is away after this many seconds without activity, as in clients. */
const AWAY = 200;

/** The reason to notify a user of a message they received, by their current settings; undefined: none. */
export function findCause(
  app: App,
  user: User,
  message: MissedMessageFacts,
  method: DeliveryMethod,
): Cause | undefined {
  const { settings } = user;
  if (user.is_bot || !user.is_active || user.id === message.sender_id) return undefined;
  if (app.mutedUsers.listMuters(message.sender_id).has(user.id)) return undefined;
  const mentions = settings[method.mentions];
  const channel = app.channels.byRecipient(message.recipient_id);
  if (!channel)
    return mentions && app.users.byId(message.sender_id)?.email !== WELCOME_BOT ? 'direct_message' : undefined;
  const flags = app.messages.getFlags(user.id, message.id) ?? 0;
  // Personal mentions notify everywhere.
  if (mentions && flags & FLAG.mentioned) return 'mentioned';
  const subscription = app.subscriptions.of(user.id, channel.id);
  if (!subscription?.active) return undefined;
  const policy = app.userTopics.policy(user.id, channel.id, message.subject);
  const follows = policy === POLICY.followed;
  const listens = policy >= POLICY.unmuted || (policy === 0 && !subscription.is_muted);
  const wildcards =
    (listens && (subscription.wildcard_mentions_notify ?? settings.wildcard_mentions_notify)) ||
    (follows && settings.enable_followed_topic_wildcard_mentions_notify);
  if (mentions && wildcards && flags & FLAG.topicWildcard) return 'topic_wildcard_mentioned';
  if (mentions && wildcards && message.facts & FACT.mentionsChannel) return 'stream_wildcard_mentioned';
  if (follows && settings[method.followed]) return 'followed_topic';
  if (listens && (subscription[method.own] ?? settings[method.channels])) return 'channel';
  return undefined;
}

/** A message that a user may still be notified of. */
export interface Missed {
  message: StoredMessage;
  cause: Cause;
}

/** Of these messages, those that still exist, are unread, readable by the user, and wanted as notifications. */
export function stillMissed(app: App, user: User, ids: readonly number[], method: DeliveryMethod): Missed[] {
  const bits = new ReadBits(app, user.id);
  return app.messages.byIds(JSON.stringify(ids)).flatMap((message) => {
    if (!canRead(app, user, message) || isRead(bits, user.id, message, hasReceived(app, user.id, message))) return [];
    const cause = findCause(app, user, message, method);
    return cause === undefined ? [] : [{ message, cause }];
  });
}

/** Whether a user is active on a device now. */
export function isActiveNow(app: App, user: User): boolean {
  const active = app.presence.of(user.id)?.active_timestamp;
  return active !== undefined && active !== null && active > seconds(app.clock) - AWAY;
}

/** Whether mails may contain message content: both the user and the organization decide. */
export const showsContent = (app: App, user: User): boolean =>
  user.settings.message_content_in_email_notifications &&
  app.realm.get('message_content_allowed_in_email_notifications');

/**
 * The users whom a message may concern, by id, for this delivery method. Queries about one channel or topic run once.
 */
export function candidatesAmong(
  app: App,
  method: DeliveryMethod,
): (message: MissedMessageFacts) => ReadonlySet<number> {
  const generally = app.users.active().filter(({ settings, is_bot }) => !is_bot && settings[method.channels]);
  const ofChannel = new Map<number, readonly number[]>();
  const ofTopic = new Map<string, readonly number[]>();
  return (message) => {
    const channel = app.channels.byRecipient(message.recipient_id);
    if (!channel) return new Set(app.messages.people(message.recipient_id));
    const subscribers = app.subscriptions.listSubscribers(channel.id);
    const mentioned = app.messages
      .flagHolders(message.id)
      .filter(({ flags }) => flags & (FLAG.mentioned | FLAG.topicWildcard));
    return new Set([
      ...mentioned.map(({ user_id }) => user_id),
      ...(message.facts & FACT.mentionsChannel ? subscribers : []),
      ...known(ofTopic, `${channel.id} ${message.topic_id}`, () =>
        app.userTopics
          .ofTopic(channel.id, message.subject)
          .filter(({ visibility_policy }) => visibility_policy === POLICY.followed)
          .map(({ user_id }) => user_id),
      ),
      ...known(ofChannel, channel.id, () => [
        ...app.missedMessages.subscribersWho[method.own](channel.id),
        ...generally.filter(({ id }) => subscribers.has(id)).map(({ id }) => id),
      ]),
    ]);
  };
}

function known<K, V>(values: Map<K, V>, key: K, find: () => V): V {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = find()));
  return value;
}
