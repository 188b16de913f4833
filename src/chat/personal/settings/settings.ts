import { type Static, type TBoolean, type TInteger, type TSchema, type TString, type TUnsafe, Type } from 'typebox';
import { OneOf } from '../../../kernel/http/schema.ts';

/** One personal setting: its shape and its default. */
interface Setting<Schema extends TSchema = TSchema> {
  schema: Schema;
  default: Static<Schema>;
}

const flag = (value: boolean): Setting<TBoolean> => ({ schema: Type.Boolean(), default: value });
const text = (value: string, maxLength: number): Setting<TString> => ({
  schema: Type.String({ maxLength }),
  default: value,
});
const count = (minimum: number, maximum: number, value: number): Setting<TInteger> => ({
  schema: Type.Integer({ minimum, maximum }),
  default: value,
});
const choice = <const V extends readonly (string | number)[]>(
  values: V,
  value: V[number],
): Setting<TUnsafe<V[number]>> => ({
  schema: OneOf(...values),
  default: value,
});

export const NOTIFICATION_SOUNDS = ['zulip', 'ding', 'knock', 'pop', 'none'] as const;

/**
 * The personal settings by their names in PATCH /settings, in /register's `user_settings` and in the organization's
 * defaults.
 */
export const USER_SETTINGS = {
  twenty_four_hour_time: flag(false),
  web_mark_read_on_scroll_policy: choice([1, 2, 3], 1),
  web_channel_default_view: choice([1, 2, 3, 4], 1),
  starred_message_counts: flag(true),
  receives_typing_notifications: flag(true),
  web_suggest_update_timezone: flag(true),
  fluid_layout_width: flag(false),
  high_contrast_mode: flag(false),
  web_font_size_px: count(8, 40, 16),
  web_line_height_percent: count(100, 220, 140),
  color_scheme: choice([1, 2, 3], 1),
  translate_emoticons: flag(false),
  display_emoji_reaction_users: flag(true),
  default_language: text('en', 50),
  web_home_view: choice(['recent_topics', 'inbox', 'all_messages'], 'inbox'),
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false),
  emojiset: choice(['google', 'twitter', 'text'], 'google'),
  demote_inactive_streams: choice([1, 2, 3], 1),
  user_list_style: choice([1, 2, 3], 3),
  web_animate_image_previews: choice(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: choice([1, 2, 3], 2),
  hide_ai_features: flag(false),
  enter_sends: flag(false),
  enable_drafts_synchronization: flag(true),
  enable_stream_desktop_notifications: flag(false),
  enable_stream_email_notifications: flag(false),
  enable_stream_push_notifications: flag(false),
  enable_stream_audible_notifications: flag(false),
  notification_sound: choice(NOTIFICATION_SOUNDS, 'zulip'),
  enable_desktop_notifications: flag(true),
  enable_sounds: flag(true),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  email_notifications_batching_period_seconds: count(1, 604_800, 120),
  enable_offline_email_notifications: flag(true),
  enable_offline_push_notifications: flag(true),
  enable_online_push_notifications: flag(true),
  enable_digest_emails: flag(true),
  enable_marketing_emails: flag(true),
  enable_login_emails: flag(true),
  message_content_in_email_notifications: flag(true),
  pm_content_in_desktop_notifications: flag(true),
  wildcard_mentions_notify: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  desktop_icon_count_display: choice([1, 2, 3, 4], 1),
  realm_name_in_email_notifications_policy: choice([1, 2, 3], 1),
  automatically_follow_topics_policy: choice([1, 2, 3, 4], 3),
  automatically_unmute_topics_in_muted_streams_policy: choice([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: flag(true),
  presence_enabled: flag(true),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(false),
  email_address_visibility: choice([1, 2, 3, 4, 5], 1),
  web_navigate_to_sent_message: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  web_left_sidebar_show_channel_folders: flag(true),
  resolved_topic_notice_auto_read_policy: choice(['always', 'except_followed', 'never'], 'except_followed'),
} satisfies Record<string, Setting>;

type Settings = typeof USER_SETTINGS;
export type UserSettings = { [N in keyof Settings]: Static<Settings[N]['schema']> };
export type UserSettingName = keyof UserSettings;

/** Every setting with its default. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(USER_SETTINGS).map(([name, setting]) => [name, setting.default]),
) as unknown as UserSettings;

/**
 * What a new organization sets for its new users. It is stored with the organization, so that existing organizations
 * keep their defaults when this changes.
 */
export const NEW_REALM_USER_SETTINGS: Partial<UserSettings> = { enter_sends: true };

/** The settings as one shape. */
export const UserSettingsShape = Object.fromEntries(
  Object.entries(USER_SETTINGS).map(([name, { schema }]) => [name, schema]),
) as { [N in UserSettingName]: Settings[N]['schema'] };

/** A language's own name, or undefined for an unknown code. Codes are lower case, such as `pt-br`. */
export function languageName(code: string): string | undefined {
  if (code !== code.toLowerCase()) return undefined;
  try {
    const locale = new Intl.Locale(code);
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(locale.toString());
    return name && name[0]!.toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return undefined;
  }
}

/** Returns the name of an IANA time zone in its spelling, '' for none, or undefined for an unknown zone. */
export function timeZoneNamed(name: string): string | undefined {
  if (name === '') return '';
  if (/^[+-]/.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // Former and alternative names (Asia/Kolkata) are valid, but only in their exact spelling.
    return zone.toLowerCase() === name.toLowerCase() || name === name.toLowerCase() ? zone : name;
  } catch {
    return undefined;
  }
}
