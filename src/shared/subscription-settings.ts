/** The notification settings of a subscription; null means the user's setting for all channels. */
export const CHANNEL_NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
export type ChannelNotification = (typeof CHANNEL_NOTIFICATIONS)[number];

/** What people set for themselves in a channel. */
export const SUBSCRIPTION_SETTINGS = ['color', 'is_muted', 'pin_to_top', ...CHANNEL_NOTIFICATIONS] as const;
