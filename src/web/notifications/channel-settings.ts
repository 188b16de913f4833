import type { SubscriptionView, UserSettings } from '../server/types.ts';

/** The notification settings of a channel; null means the user's setting for all channels. */
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

/** The user's setting for channels without their own. */
export const usualOf = (name: ChannelNotice, settings: UserSettings): boolean => settings[USUAL[name]];

/** All of these settings. The API cannot reset a channel to the default, so the client sends the same values. */
export const usual = (settings: UserSettings) =>
  Object.fromEntries(CHANNEL_NOTICES.map((name) => [name, usualOf(name, settings)])) as Record<ChannelNotice, boolean>;

/** Whether a channel's notification settings differ from the user's defaults. */
export const isOther = (own: Partial<SubscriptionView>, settings: UserSettings): boolean =>
  CHANNEL_NOTICES.some((name) => (own[name] ?? usualOf(name, settings)) !== usualOf(name, settings));
