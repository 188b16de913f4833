import type { SubscriptionView, UserSettings } from '../server/types.ts';

/** What one can be told of a channel by; null there: as of all channels. */
export const CHANNEL_NOTICES = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
export type ChannelNotice = (typeof CHANNEL_NOTICES)[number];

const USUAL = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<ChannelNotice, keyof UserSettings>;

/** What holds for channels that say nothing themselves. */
export const usualOf = (name: ChannelNotice, settings: UserSettings): boolean => settings[USUAL[name]];

/** All of that; the API knows no way back to "as the others" but to say the same. */
export const usual = (settings: UserSettings) =>
  Object.fromEntries(CHANNEL_NOTICES.map((name) => [name, usualOf(name, settings)])) as Record<ChannelNotice, boolean>;

/** Whether a channel tells in another way than channels do. */
export const isOther = (own: Partial<SubscriptionView>, settings: UserSettings): boolean =>
  CHANNEL_NOTICES.some((name) => (own[name] ?? usualOf(name, settings)) !== usualOf(name, settings));
