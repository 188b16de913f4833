import type { App } from '../../../app.ts';
import { minus } from '../../../kernel/events/visibility-diff.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import { insufficientPermission } from '../../errors.ts';
import { markReadAfterUnsubscribing } from '../../messages/flags/actions.ts';
import { announceChannel, postCreationNotice, sendSubscribedNotices } from '../../messages/notices/actions.ts';
import { keyReachesChannel } from '../../people/users/key-limit-rules.ts';
import type { User } from '../../people/users/types.ts';
import { subscribersRemoved } from '../channels/events.ts';
import { canAccessMetadata, isSubscribed } from '../channels/rules.ts';
import type { Channel, ChannelDraft } from '../channels/types.ts';
import { hideChannel, onlyNew } from '../channels/visibility-actions.ts';
import { unsubscribed } from './events.ts';
import { publishPeerChanges, withUserVisibilityDiff } from './peer-actions.ts';
import { canUnsubscribeOther, requireUsers } from './rules.ts';
import { createChannelWithSubscribers, type SubscribeOptions, type SubscribeResult } from './subscribe-actions.ts';

/** The result of unsubscribing. */
export interface UnsubscribeResult {
  /** Who is no longer subscribed to which channel. */
  removed: Map<User, Channel[]>;
  /** Channels that none of the users was subscribed to. */
  untouched: Channel[];
}

/** Unsubscribes the actor or others from channels. Throws for missing permissions and unknown users. */
function unsubscribeUsers(
  app: App,
  actor: User,
  channels: readonly Channel[],
  people: readonly number[],
): UnsubscribeResult {
  requireUnsubscribable(app, actor, people, channels);
  return removeSubscribers(app, requireUsers(app, actor, [...people]), channels);
}

/** Throws unless the actor may unsubscribe all these users from all these channels. */
export function requireUnsubscribable(
  app: App,
  actor: User,
  people: readonly number[],
  channels: readonly Channel[],
): void {
  for (const person of requireUsers(app, actor, [...people]))
    for (const channel of channels)
      if (!canUnsubscribeOther(app, actor, person, channel)) throw insufficientPermission();
}

/** Unsubscribes users from channels, and publishes it to everyone affected. */
function removeSubscribers(app: App, people: readonly User[], channels: readonly Channel[]): UnsubscribeResult {
  const removed = new Map<User, Channel[]>();
  const changes = new Map<Channel, Set<number>>();
  app.db.write(() =>
    withUserVisibilityDiff(app, people, channels, () => {
      for (const channel of channels) {
        const leaving = people.filter((person) => isSubscribed(app, person, channel));
        if (leaving.length === 0) continue;
        for (const person of leaving) removed.set(person, [...(removed.get(person) ?? []), channel]);
        const ids = leaving.map(({ id }) => id);
        app.subscriptions.end(channel.id, ids);
        app.subscriptions.closePeriods(channel.recipient_id, app.messages.lastId(), ids);
        changes.set(channel, new Set(ids));
      }
      for (const [person, left] of removed) {
        const reached = left.filter(({ id }) => keyReachesChannel(person, id));
        app.events.publish(unsubscribed({ channels: reached }), [person.id]);
      }
      for (const [channel, left] of changes) hideChannel(app, channel, hideFromUnsubscribed(app, channel, left));
      publishPeerChanges(app, subscribersRemoved, changes);
      for (const [channel, left] of changes) publishUnsubscribed(app, channel, left);
    }),
  );
  return { removed, untouched: channels.filter((channel) => !changes.has(channel)) };
}

/**
 * `publishPeerChanges` leaves out the users who leave. Each of them receives the others' departure here, if they can
 * still see the channel.
 */
function publishUnsubscribed(app: App, channel: Channel, left: ReadonlySet<number>): void {
  if (left.size < 2) return;
  const listening = new Set([...left].filter((id) => app.queues.isListening(id)));
  for (const id of minus(listening, hideFromUnsubscribed(app, channel, listening))) {
    const user_ids = [...left].filter((other) => other !== id).sort((a, b) => a - b);
    app.events.publish(subscribersRemoved({ stream_ids: [channel.id], user_ids, ...onlyNew(channel) }), [id]);
  }
}

const hideFromUnsubscribed = (app: App, channel: Channel, people: ReadonlySet<number>): Set<number> =>
  new Set([...people].filter((id) => !canAccessMetadata(app, app.users.byId(id)!, channel)));

/** Which messages to send about it. */
interface NoticeOptions {
  /** Announce new channels to everyone. */
  announce: boolean;
  /** Notify other users that they were subscribed. */
  send_new_subscription_messages: boolean;
}

/** Creates a channel with its first subscribers, and sends the messages about it. Returns its id. */
export function createAndSubscribe(
  app: App,
  actor: User,
  draft: ChannelDraft & NoticeOptions & { subscribers: number[] },
): number {
  return app.db.write(() => {
    const joined = createChannelWithSubscribers(app, actor, draft, draft.subscribers);
    sendNewChannelNotices(app, actor, joined, draft);
    return joined.created[0]!.id;
  });
}

/** Names of channels by user id. */
interface SubscribeReply {
  subscribed: Record<string, string[]>;
  already_subscribed: Record<string, string[]>;
  unauthorized?: string[];
  new_subscription_messages_sent?: boolean;
}

/** The requested subscriptions, and which messages to send about them. */
export type SubscribeRequest = SubscribeOptions & NoticeOptions;

/** Messages in new channels, and about them. */
export function sendNewChannelNotices(
  app: App,
  actor: User,
  { created }: Pick<SubscribeResult, 'created'>,
  { announce }: NoticeOptions,
): void {
  for (const channel of created) {
    postCreationNotice(app, actor, channel);
    if (announce) announceChannel(app, actor, channel);
  }
}

/**
 * Notifies users whom somebody else subscribed, unless they are too many, in steps. Returns the result of subscribing.
 */
export function* sendSubscriptionNotices(
  app: App,
  actor: User,
  joined: SubscribeResult,
  request: SubscribeRequest,
): Steps<SubscribeReply> {
  const { added, already, unauthorized } = joined;
  const { send_new_subscription_messages, authorization_errors_fatal } = request;
  return {
    subscribed: namesById(added),
    already_subscribed: namesById(already),
    ...(!authorization_errors_fatal && { unauthorized }),
    ...(send_new_subscription_messages && {
      new_subscription_messages_sent: yield* sendSubscribedNotices(app, actor, joined),
    }),
  };
}

/** Unsubscribes the caller or others from channels. Returns the names of those that users left. */
export function unsubscribe(app: App, actor: User, channels: readonly Channel[], people: readonly number[]) {
  const { removed } = app.db.write(() => {
    const result = unsubscribeUsers(app, actor, channels, people);
    markReadAfterUnsubscribing(app, result.removed);
    return result;
  });
  return { removed: [...new Set([...removed.values()].flat())].map(({ name }) => name) };
}

const namesById = (channels: ReadonlyMap<User, readonly Channel[]>): Record<string, string[]> =>
  Object.fromEntries([...channels].map(([{ id }, theirs]) => [id, theirs.map(({ name }) => name)]));
