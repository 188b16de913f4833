import type { UserSettings } from './wire.ts';

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
