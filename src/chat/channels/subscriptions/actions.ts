import type { App } from '../../../app.ts';
import type { Steps } from '../../../kernel/time-slices.ts';
import { markReadAfterUnsubscribing } from '../../messages/flags/actions.ts';
import { announceChannel, postCreationNotice, sendSubscribedNotices } from '../../messages/notices/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel, ChannelDraft } from '../channels/types.ts';
import { createChannelWithSubscribers, type SubscribeOptions, type SubscribeResult } from './subscribe.ts';
import { unsubscribeUsers } from './unsubscribe.ts';

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
