import { type Static, Type } from 'typebox';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { SUBSCRIPTION_SETTINGS } from '../../../shared/subscription-settings.ts';
import { ChannelView } from '../channels/types.ts';

const ids = Type.Array(Type.Integer());
const inherits = Nullable(Type.Boolean());

/** A channel with the user's own settings for it. */
export const SubscriptionView = Type.Object({
  ...ChannelView.properties,
  color: Type.String(),
  is_muted: Type.Boolean(),
  in_home_view: Type.Boolean({ deprecated: true }),
  pin_to_top: Type.Boolean(),
  desktop_notifications: inherits,
  audible_notifications: inherits,
  push_notifications: inherits,
  email_notifications: inherits,
  wildcard_mentions_notify: inherits,
  subscribers: Maybe(ids),
  partial_subscribers: Maybe(ids),
  /** Empty, for clients that request `former_fields`: channels receive no mail. */
  email_address: Maybe(Type.Literal('')),
});
export type SubscriptionView = Static<typeof SubscriptionView>;

/** A channel the user can see and was never subscribed to. */
export const NeverSubscribed = Type.Object({
  ...ChannelView.properties,
  subscribers: Maybe(ids),
  partial_subscribers: Maybe(ids),
});
export type NeverSubscribed = Static<typeof NeverSubscribed>;

/** The settings of a subscription; `in_home_view` is the old name for the opposite of `is_muted`. */
export const SETTABLE = [...SUBSCRIPTION_SETTINGS, 'in_home_view'] as const;

export const PropertyChange = Type.Object(
  { stream_id: Type.Integer(), property: OneOf(...SETTABLE), value: Type.Union([Type.Boolean(), Type.String()]) },
  { additionalProperties: false },
);
export type PropertyChange = Static<typeof PropertyChange>;

/** Users by id (preferred) or by e-mail address. */
export const Principals = Type.Union([Type.Array(Type.String()), Type.Array(Type.Integer())]);
export type Principals = Static<typeof Principals>;

/** A channel to join; it is created if none has this name. */
export const WantedChannel = Type.Object(
  { name: Type.String(), description: Maybe(Type.String()), color: Maybe(Type.String()) },
  { additionalProperties: false },
);
export type WantedChannel = Static<typeof WantedChannel>;
