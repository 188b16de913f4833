import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { shapedEvent } from '../../../kernel/events/event.ts';
import { OneOf } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { DEFAULT_SETTINGS, type UserSettings } from '../../personal/settings/settings.ts';
import { canAccessMetadata } from '../channels/rules.ts';
import { freeColor } from './rules.ts';
import { NeverSubscribed, SETTABLE, SubscriptionView } from './types.ts';
import { getOwnChannels, shownSubscription, subscriptionView, withoutNulls } from './views.ts';

interface Joined {
  subscriptions: SubscriptionView[];
  /** The user's general settings, for clients that do not know null. */
  settings: UserSettings;
  /** Only for clients that do not know archived channels: a channel was unarchived. */
  returning?: boolean;
}

/** A user was subscribed to channels; only they receive it. */
export const subscribed = shapedEvent<Joined>()(
  'subscription',
  'add',
  { subscriptions: Type.Array(SubscriptionView) },
  {
    channels: ({ subscriptions }) => subscriptions.map(({ stream_id }) => stream_id),
    shape({ subscriptions, settings, returning }, kind) {
      if (returning && kind.archived_channels) return undefined;
      const shown = subscriptions.filter(({ is_archived }) => kind.archived_channels || !is_archived);
      if (shown.length === 0) return undefined;
      return { subscriptions: shown.map((view) => shownSubscription(view, settings, kind)) };
    },
  },
);

/** A user was unsubscribed from channels; only they receive it. */
export const unsubscribed = shapedEvent<{ channels: { id: number; name: string; is_archived: boolean }[] }>()(
  'subscription',
  'remove',
  { subscriptions: Type.Array(Type.Object({ stream_id: Type.Integer(), name: Type.String() })) },
  {
    channels: ({ channels }) => channels.map(({ id }) => id),
    shape({ channels }, { archived_channels }) {
      const shown = channels.filter(({ is_archived }) => archived_channels || !is_archived);
      return shown.length === 0 ? undefined : { subscriptions: shown.map(({ id, name }) => ({ stream_id: id, name })) };
    },
  },
);

/** A user changed one of their settings of a channel. */
export const subscriptionChanged = shapedEvent<{
  stream_id: number;
  property: string;
  value: boolean | string;
  is_archived: boolean;
}>()(
  'subscription',
  'update',
  { stream_id: Type.Integer(), property: OneOf(...SETTABLE), value: Type.Union([Type.Boolean(), Type.String()]) },
  {
    channels: ({ stream_id }) => [stream_id],
    shape: ({ is_archived, ...change }, { archived_channels }) =>
      archived_channels || !is_archived ? change : undefined,
  },
);

const subscriptionShape = {
  subscriptions: Type.Array(SubscriptionView),
  unsubscribed: Type.Array(SubscriptionView),
  never_subscribed: Type.Array(NeverSubscribed),
};

export const subscriptions = state('subscription', subscriptionShape, ({ app, user, kind, includeSubscribers }) => {
  if (!user) return { subscriptions: webPublic(app), unsubscribed: [], never_subscribed: [] };
  const channels = getOwnChannels(app, user, kind.archived_channels, includeSubscribers);
  const isKnown = (view: SubscriptionView) => shownSubscription(view, user.settings, kind);
  return {
    ...channels,
    subscriptions: channels.subscriptions.map(isKnown),
    unsubscribed: channels.unsubscribed.map(isKnown),
  };
});

/** Visitors receive the web-public channels as if subscribed to them. */
function webPublic(app: App): SubscriptionView[] {
  return app.channels
    .all()
    .filter((channel) => !channel.is_archived && canAccessMetadata(app, undefined, channel))
    .map((channel) => {
      const own = {
        user_id: 0,
        channel_id: channel.id,
        active: true,
        color: freeColor([], channel.id),
        is_muted: false,
        pin_to_top: false,
      };
      const inherits = {
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
      };
      return withoutNulls(subscriptionView(app, channel, { ...own, ...inherits }), DEFAULT_SETTINGS);
    });
}
