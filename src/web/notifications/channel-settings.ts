import { CHANNEL_NOTIFICATIONS, type ChannelNotification } from '../../shared/subscription-settings.ts';
import type { SubscriptionView, UserSettings } from '../server/types.ts';

const DEFAULT_SETTINGS = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<ChannelNotification, keyof UserSettings>;

/** The user's setting for channels without their own. */
export const getDefault = (name: ChannelNotification, settings: UserSettings): boolean =>
  settings[DEFAULT_SETTINGS[name]];

/** All of these settings. The API cannot reset a channel to the default, so the client sends the same values. */
export const channelDefaults = (settings: UserSettings) =>
  Object.fromEntries(CHANNEL_NOTIFICATIONS.map((name) => [name, getDefault(name, settings)])) as Record<
    ChannelNotification,
    boolean
  >;

/** Whether a channel's notification settings differ from the user's defaults. */
export const isCustomized = (own: Partial<SubscriptionView>, settings: UserSettings): boolean =>
  CHANNEL_NOTIFICATIONS.some((name) => (own[name] ?? getDefault(name, settings)) !== getDefault(name, settings));
