import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { ClientKind } from '../../../kernel/events/client.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { keyReachesChannel } from '../../people/users/key-limit-rules.ts';
import type { User } from '../../people/users/types.ts';
import type { UserSettings } from '../../personal/settings/settings.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import { channelView } from '../channels/views.ts';
import type { Subscription } from './repository.ts';
import type { NeverSubscribed, SubscriptionView } from './types.ts';

export function subscriptionView(app: App, channel: Channel, own: Subscription): SubscriptionView {
  return {
    ...channelView(app, channel),
    color: own.color,
    is_muted: own.is_muted,
    in_home_view: !own.is_muted,
    pin_to_top: own.pin_to_top,
    desktop_notifications: own.desktop_notifications,
    audible_notifications: own.audible_notifications,
    push_notifications: own.push_notifications,
    email_notifications: own.email_notifications,
    wildcard_mentions_notify: own.wildcard_mentions_notify,
  };
}

/** Replaces null, which stands for the user's general setting, by that setting, for clients that do not know null. */
export function withoutNulls(view: SubscriptionView, settings: UserSettings): SubscriptionView {
  return {
    ...view,
    desktop_notifications: view.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    audible_notifications: view.audible_notifications ?? settings.enable_stream_audible_notifications,
    push_notifications: view.push_notifications ?? settings.enable_stream_push_notifications,
    email_notifications: view.email_notifications ?? settings.enable_stream_email_notifications,
    wildcard_mentions_notify: view.wildcard_mentions_notify ?? settings.wildcard_mentions_notify,
  };
}

/** A subscription in the form for a kind of client. */
export function shownSubscription(view: SubscriptionView, settings: UserSettings, kind: ClientKind): SubscriptionView {
  const known = kind.notification_settings_null ? view : withoutNulls(view, settings);
  return kind.former_fields ? { ...known, email_address: '' } : known;
}

export type WithSubscribers = 'true' | 'false' | 'partial';
interface Named {
  subscribers?: number[];
  partial_subscribers?: number[];
}

/** Up to this many subscribers are always listed completely. */
const ALWAYS_LISTED = 250;
const RECENTLY = 14 * 86_400;

/**
 * How many of a channel's subscribers a client wants: all, none, or in large channels only bots and recently active
 * users.
 */
function subscribersFor(app: App, user: User, includeSubscribers: WithSubscribers): (channel: Channel) => Named {
  const all = ({ id }: Channel) => [...app.subscriptions.listSubscribers(id)];
  if (includeSubscribers === 'false') return () => ({});
  if (includeSubscribers === 'true') return (channel) => ({ subscribers: all(channel) });
  const seen = app.presence.since(-1, seconds(app.clock) - RECENTLY).map(({ user_id }) => user_id);
  const here = new Set([user.id, ...app.queues.listListeners(), ...seen]);
  const matters = (id: number) => here.has(id) || app.users.byId(id)!.is_bot;
  return (channel) => {
    const subscribers = all(channel);
    return subscribers.length < ALWAYS_LISTED ? { subscribers } : { partial_subscribers: subscribers.filter(matters) };
  };
}

export interface OwnChannels {
  subscriptions: SubscriptionView[];
  /** Former subscriptions to channels the user can still see. */
  unsubscribed: SubscriptionView[];
  never_subscribed: NeverSubscribed[];
}

/** All channels a user can see, by their relation to the user. */
export function getOwnChannels(
  app: App,
  user: User,
  archivedToo: boolean,
  includeSubscribers: WithSubscribers,
): OwnChannels {
  const own = new Map(app.subscriptions.ofUser(user.id).map((subscription) => [subscription.channel_id, subscription]));
  const named = subscribersFor(app, user, includeSubscribers);
  const result: OwnChannels = { subscriptions: [], unsubscribed: [], never_subscribed: [] };
  for (const channel of app.channels.all()) {
    if (channel.is_archived && !archivedToo) continue;
    const subscription = own.get(channel.id);
    const isShown = subscription?.active ? keyReachesChannel(user, channel.id) : canAccessMetadata(app, user, channel);
    if (!isShown) continue;
    const subscribers = named(channel);
    if (!subscription)
      result.never_subscribed.push(
        includeSubscribers === 'false' ? channelView(app, channel) : { ...channelView(app, channel), ...subscribers },
      );
    else
      result[subscription.active ? 'subscriptions' : 'unsubscribed'].push({
        ...subscriptionView(app, channel, subscription),
        ...subscribers,
      });
  }
  return result;
}

/** Above this many pairs of a user and a channel, an entry has numbers instead. */
const MOST_PAIRS = 100;

/**
 * Looks which of these channels exist before an action creates the others. The result returns the entries about those
 * that the action has created.
 */
export function watchNewChannels(app: App, wanted: readonly { name: string }[]): () => AuditedAction[] {
  const missing = wanted.map(({ name }) => name.trim()).filter((name) => !app.channels.named(name));
  return () =>
    [...new Set(missing.map((name) => app.channels.named(name)))]
      .filter((channel) => channel !== undefined)
      .map(({ id }) => ({ kind: 'channel_create', stream_id: id }));
}

/** The entries about users whom somebody else added to channels or removed from them, by their ids and the names. */
export function membershipRecords(
  app: App,
  actor: User,
  kind: 'channel_members_add' | 'channel_members_remove',
  namesByUser: Readonly<Record<string, readonly string[]>>,
): AuditedAction[] {
  const others = Object.entries(namesByUser).filter(([id]) => Number(id) !== actor.id);
  const pairs = others.flatMap(([id, names]) => names.map((name) => ({ user_id: Number(id), name })));
  if (pairs.length > MOST_PAIRS) {
    const channels = new Set(pairs.map(({ name }) => name)).size;
    return [{ kind, details: `${others.length} users, ${channels} channels` }];
  }
  return pairs.map(({ user_id, name }) => ({ kind, user_id, stream_id: app.channels.named(name)?.id }));
}
