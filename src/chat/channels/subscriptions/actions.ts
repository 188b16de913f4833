import type { App } from '../../../app.ts';
import { nothingToAddOrDelete } from '../../errors.ts';
import { markReadAfterUnsubscribing } from '../../messages/flags/actions.ts';
import { announceChannel, postCreationNotice, sendSubscribedNotices } from '../../messages/notices/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel, ChannelDraft } from '../channels/types.ts';
import {
  createChannelWithSubscribers,
  type SubscribeOptions,
  type SubscribeResult,
  subscribeUsers,
} from './subscribe.ts';
import type { Principals, WantedChannel } from './types.ts';
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

/** The requested subscriptions, and which messages to send about them. */
export type SubscribeRequest = SubscribeOptions & NoticeOptions;

/** Subscribes the caller or others. The result has channel names by user id. */
export function subscribe(app: App, actor: User, request: SubscribeRequest) {
  return app.db.write(() => {
    const joined = subscribeUsers(app, actor, request);
    sendNewChannelNotices(app, actor, joined, request);
    return sendSubscriptionNotices(app, actor, joined, request);
  });
}

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

/** Notifies users whom somebody else subscribed, unless they are too many, and returns the result of subscribing. */
export function sendSubscriptionNotices(app: App, actor: User, joined: SubscribeResult, request: SubscribeRequest) {
  const { added, already, unauthorized } = joined;
  const { send_new_subscription_messages, authorization_errors_fatal } = request;
  return {
    subscribed: namesById(added),
    already_subscribed: namesById(already),
    ...(!authorization_errors_fatal && { unauthorized }),
    ...(send_new_subscription_messages && {
      new_subscription_messages_sent: sendSubscribedNotices(app, actor, joined),
    }),
  };
}

/**
 * Unsubscribes the caller or others. Returns the names of channels that users left, and of those nobody was subscribed
 * to.
 */
export function unsubscribe(app: App, actor: User, names: readonly string[], principals?: Principals) {
  const { removed, untouched } = app.db.write(() => {
    const result = unsubscribeUsers(app, actor, names, principals);
    markReadAfterUnsubscribing(app, result.removed);
    return result;
  });
  const left = new Set([...removed.values()].flat());
  return { removed: [...left].map(({ name }) => name), not_removed: untouched.map(({ name }) => name) };
}

/** Leaves some channels and joins others, all or nothing. */
export function updateSubscriptions(app: App, user: User, leave: readonly string[], join: readonly WantedChannel[]) {
  if (leave.length === 0 && join.length === 0) throw nothingToAddOrDelete();
  return app.db.write(() => ({
    ...NOTHING,
    ...(join.length > 0 && subscribeWithoutNotices(app, user, join)),
    ...unsubscribe(app, user, leave),
  }));
}

const NOTHING: ReturnType<typeof subscribeWithoutNotices> = {
  subscribed: {},
  already_subscribed: {},
  new_subscription_messages_sent: true,
};

/** Subscribes the user to channels. Nobody else is subscribed, so no messages are sent, and none is left out. */
function subscribeWithoutNotices(app: App, user: User, join: readonly WantedChannel[]) {
  const { subscribed, already_subscribed } = subscribe(app, user, {
    subscriptions: [...join],
    authorization_errors_fatal: true,
    announce: false,
    send_new_subscription_messages: false,
  });
  return { subscribed, already_subscribed, new_subscription_messages_sent: true };
}

const namesById = (channels: ReadonlyMap<User, readonly Channel[]>): Record<string, string[]> =>
  Object.fromEntries([...channels].map(([{ id }, theirs]) => [id, theirs.map(({ name }) => name)]));
