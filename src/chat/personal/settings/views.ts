import { type TOptional, type TSchema, Type } from 'typebox';
import { USER_SETTINGS, type UserSettingName } from './settings.ts';

/** The settings that clients without the settings object know as display settings, besides the time zone. */
export const DISPLAY_SETTINGS = [
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'emojiset',
  'enable_drafts_synchronization',
  'fluid_layout_width',
  'web_home_view',
  'high_contrast_mode',
  'left_side_userlist',
  'starred_message_counts',
  'translate_emoticons',
  'twenty_four_hour_time',
  'enter_sends',
] as const satisfies readonly UserSettingName[];

/** The settings that such clients know as notification settings. */
export const NOTIFICATION_SETTINGS = [
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'email_notifications_batching_period_seconds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'presence_enabled',
] as const satisfies readonly UserSettingName[];

/** The shapes of these settings, all optional. */
export const optionalShapes = <N extends UserSettingName>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional<TSchema>(USER_SETTINGS[name].schema)])) as {
    [Name in N]: TOptional<(typeof USER_SETTINGS)[Name]['schema']>;
  };
