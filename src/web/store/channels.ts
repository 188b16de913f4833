import type { ChannelView, SubscriptionView } from '../server/types.ts';
import { resource, withChanged } from './resource.ts';

/** A channel that the user can see. The personal settings exist only while the user is subscribed. */
export interface Channel extends ChannelView {
  subscribed: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  own: Partial<SubscriptionView>;
}

export type Channels = ReadonlyMap<number, Channel>;

const DEFAULT_COLOR = '#8d867a';
function channel(view: ChannelView & Partial<SubscriptionView>, subscribed: boolean): Channel {
  const { subscribers: _, partial_subscribers: _partial, color, is_muted, in_home_view, pin_to_top, ...rest } = view;
  const {
    desktop_notifications,
    audible_notifications,
    push_notifications,
    email_notifications,
    wildcard_mentions_notify,
    ...known
  } = rest;
  const own = {
    ...{ color, is_muted, in_home_view, pin_to_top },
    ...{ desktop_notifications, audible_notifications, push_notifications, email_notifications },
    wildcard_mentions_notify,
  };
  return withOwn({ ...known, subscribed }, subscribed ? own : {});
}

type ChannelWithoutSettings = ChannelView & Pick<Channel, 'subscribed'>;
const withOwn = (channel: ChannelWithoutSettings, own: Partial<SubscriptionView>): Channel => ({
  ...channel,
  own,
  color: own.color ?? DEFAULT_COLOR,
  is_muted: own.is_muted ?? false,
  pin_to_top: own.pin_to_top ?? false,
});

export const channels = resource<Channels>(
  ({ subscriptions, unsubscribed, never_subscribed }) => {
    const all = new Map<number, Channel>();
    for (const view of [...unsubscribed, ...never_subscribed]) all.set(view.stream_id, channel(view, false));
    for (const view of subscriptions) all.set(view.stream_id, channel(view, true));
    return all;
  },
  {
    'stream/create': (all, { streams }) => {
      const next = new Map(all);
      for (const view of streams) if (!all.has(view.stream_id)) next.set(view.stream_id, channel(view, false));
      return next;
    },
    'stream/delete': (all, { stream_ids }) => {
      const next = new Map(all);
      for (const id of stream_ids) next.delete(id);
      return next;
    },
    'stream/update': (all, { stream_id, property, value, id: _, type: _type, op: _op, name: _name, ...changes }) =>
      withChanged(all, stream_id, (before) => ({ ...before, [property]: value, ...changes })),
    'subscription/add': (all, { subscriptions }) => {
      const next = new Map(all);
      for (const view of subscriptions) next.set(view.stream_id, channel(view, true));
      return next;
    },
    'subscription/remove': (all, { subscriptions }) => {
      const next = new Map(all);
      for (const { stream_id } of subscriptions) {
        const before = all.get(stream_id);
        if (before) next.set(stream_id, withOwn({ ...before, subscribed: false }, {}));
      }
      return next;
    },
    'subscription/update': (all, { stream_id, property, value }) =>
      withChanged(all, stream_id, (before) => withOwn(before, { ...before.own, [property]: value })),
  },
);
