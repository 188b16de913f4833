import { t } from '../../i18n/text.ts';
import type { UserSettings } from '../../server/types.ts';
import { durationName } from './duration.ts';

// Labels and choices of the user settings, shared by the user's own settings and the defaults of new users.

export type SettingName = keyof UserSettings;

export interface SettingDescription<V = string | number | boolean> {
  label: string;
  hint?: string;
  /** Without options the setting is a switch. */
  options?: readonly (readonly [V, string])[];
  /** The label of a value that is set but not offered. */
  other?: (value: V) => string;
}

const pixels = (n: number): string => t('{n} pixels', { n });
const percent = (n: number): string => t('{n} %', { n });
const onOff = (label: () => string, hint?: () => string) => (): SettingDescription => ({
  label: label(),
  ...(hint && { hint: hint() }),
});
const policies = () =>
  [
    [1, t('Topics I participate in')],
    [2, t('Topics I send a message to')],
    [3, t('Topics I start')],
    [4, t('None')],
  ] as const;
const always = () => t('Always');
const never = () => t('Never');

const desktop = onOff(() => t('Desktop'));
const sound = onOff(() => t('Sound'));
const phone = onOff(() => t('Phone'));
const mail = onOff(() => t('E-mail'));
const everybody = onOff(() => t('Treat @all as a mention of me'));

const APPEARANCE = {
  color_scheme: () => ({
    label: t('Theme'),
    options: [
      [1, t('System')],
      [3, t('Light')],
      [2, t('Dark')],
    ],
  }),
  web_font_size_px: () => ({
    label: t('Text size'),
    options: [12, 13, 14, 15, 16, 17, 18, 20, 22, 24].map((n) => [n, pixels(n)]),
    other: pixels,
  }),
  web_line_height_percent: () => ({
    label: t('Line spacing'),
    options: [100, 120, 130, 140, 150, 160, 180, 200].map((n) => [n, percent(n)]),
    other: percent,
  }),
  high_contrast_mode: onOff(() => t('High contrast')),
  fluid_layout_width: onOff(() => t('Use full width of the window')),
  emojiset: () => ({
    label: t('Emoji'),
    options: [
      ['google', t('Images')],
      ['text', t('Names, like :tada:')],
    ],
    other: () => t('Images (Twitter)'),
  }),
  web_animate_image_previews: () => ({
    label: t('Play animated images'),
    options: [
      ['always', t('Always')],
      ['on_hover', t('On hover')],
      ['never', t('Only in the image viewer')],
    ],
  }),
  user_list_style: () => ({
    label: t('Show in the list of people'),
    options: [
      [1, t('Names')],
      [2, t('Names and status')],
      [3, t('Pictures, names and status')],
    ],
  }),
  twenty_four_hour_time: onOff(
    () => t('Use 24-hour time'),
    () => t('For example 13:30 instead of 1:30 PM'),
  ),
  web_suggest_update_timezone: onOff(() => t('Ask to update my time zone when this device is in another one')),
} satisfies Table;

const READING = {
  web_home_view: () => ({
    label: t('Home view'),
    hint: t('Shown when you open the app'),
    options: [
      ['inbox', t('Inbox')],
      ['recent_topics', t('Recent conversations')],
      ['all_messages', t('Combined feed')],
    ],
  }),
  web_escape_navigates_to_home_view: onOff(() => t('Press Escape to go to the home view')),
  web_mark_read_on_scroll_policy: () => ({
    label: t('Mark messages as read on scroll'),
    options: [
      [1, always()],
      [2, t('Only in conversations')],
      [3, never()],
    ],
  }),
  web_channel_default_view: () => ({
    label: t('Clicking a channel opens'),
    options: [
      [1, t('Latest topic')],
      [4, t('Latest unread topic')],
      [2, t('Channel feed')],
      [3, t('List of topics')],
    ],
  }),
  resolved_topic_notice_auto_read_policy: () => ({
    label: t('Automatically mark resolved-topic notices as read'),
    options: [
      ['always', always()],
      ['except_followed', t('Except in followed topics')],
      ['never', never()],
    ],
  }),
  display_emoji_reaction_users: onOff(() => t('Show names on reactions when few people reacted')),
  web_stream_unreads_count_display_policy: () => ({
    label: t('Show unread counts for'),
    options: [
      [1, t('All channels')],
      [2, t('Unmuted channels and topics')],
      [3, t('No channels')],
    ],
  }),
  web_left_sidebar_unreads_count_summary: onOff(() => t('Show total unread counts in the sidebar')),
  starred_message_counts: onOff(() => t('Show number of starred messages')),
  web_left_sidebar_show_channel_folders: onOff(() => t('Group channels by folder')),
  demote_inactive_streams: () => ({
    label: t('Move inactive channels to the end'),
    options: [
      [1, t('If I have many channels')],
      [2, always()],
      [3, never()],
    ],
  }),
  hide_ai_features: onOff(
    () => t('Hide AI features'),
    () => t('Applies to apps that have such features'),
  ),
} satisfies Table;

const WRITING = {
  enter_sends: onOff(() => t('Press Enter to send')),
  translate_emoticons: onOff(
    () => t('Convert emoticons to emoji'),
    () => t('For example, :) becomes 🙂 when you send a message.'),
  ),
  web_navigate_to_sent_message: onOff(
    () => t('Go to the conversation after sending a message'),
    () => t('When it was sent from another view'),
  ),
  enable_drafts_synchronization: onOff(
    () => t('Save drafts on the server'),
    () => t('Makes drafts available on all your devices. Turning this off deletes them from the server.'),
  ),
} satisfies Table;

const PERIODS = [30, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800];

const DIRECT_MESSAGES = {
  enable_desktop_notifications: desktop,
  enable_sounds: sound,
  enable_offline_push_notifications: phone,
  enable_offline_email_notifications: mail,
} satisfies Table;

const FOLLOWED_TOPICS = {
  enable_followed_topic_desktop_notifications: desktop,
  enable_followed_topic_audible_notifications: sound,
  enable_followed_topic_push_notifications: phone,
  enable_followed_topic_email_notifications: mail,
  enable_followed_topic_wildcard_mentions_notify: everybody,
  automatically_follow_topics_policy: () => ({ label: t('Automatically follow topics'), options: policies() }),
  automatically_unmute_topics_in_muted_streams_policy: () => ({
    label: t('Automatically unmute topics in muted channels'),
    options: policies(),
  }),
  automatically_follow_topics_where_mentioned: onOff(() => t('Follow topics I’m mentioned in')),
} satisfies Table;

const CHANNEL_MESSAGES = {
  enable_stream_desktop_notifications: desktop,
  enable_stream_audible_notifications: sound,
  enable_stream_push_notifications: phone,
  enable_stream_email_notifications: mail,
  wildcard_mentions_notify: everybody,
} satisfies Table;

const NOTIFICATION_OPTIONS = {
  notification_sound: () => ({
    label: t('Sound'),
    options: [
      ['zulip', t('Two tones')],
      ['ding', t('Ding')],
      ['knock', t('Knock')],
      ['pop', t('Pop')],
      ['none', t('None')],
    ],
  }),
  pm_content_in_desktop_notifications: onOff(() => t('Include text of direct messages in desktop notifications')),
  desktop_icon_count_display: () => ({
    label: t('Unread count in the title and on the icon'),
    options: [
      [1, t('All unread messages')],
      [2, t('Direct messages, mentions and followed topics')],
      [3, t('Direct messages and mentions')],
      [4, t('None')],
    ],
  }),
  enable_online_push_notifications: onOff(() => t('Send mobile notifications even if I’m online')),
  email_notifications_batching_period_seconds: () => ({
    label: t('Delay before sending e-mail notifications'),
    hint: t('One e-mail contains all messages from this period that you haven’t read.'),
    options: PERIODS.map((seconds) => [seconds, durationName(seconds)]),
    other: durationName,
  }),
  message_content_in_email_notifications: onOff(() => t('Include message text in e-mail notifications')),
  realm_name_in_email_notifications_policy: () => ({
    label: t('Include the organization’s name in the e-mail subject'),
    options: [
      [1, t('If I’m in several organizations')],
      [2, always()],
      [3, never()],
    ],
  }),
  enable_digest_emails: onOff(() => t('Send me a digest when I’m away')),
} satisfies Table;

const NEWS = {
  enable_login_emails: onOff(() => t('Notify me about new sign-ins to my account')),
  enable_marketing_emails: onOff(() => t('Send me news about the software')),
} satisfies Table;

const PRIVACY = {
  email_address_visibility: () => ({
    label: t('Who can see my e-mail address'),
    options: [
      [1, t('Everyone')],
      [2, t('Everyone except guests')],
      [5, t('Moderators and above')],
      [3, t('Administrators and above')],
      [4, t('Nobody')],
    ],
  }),
  presence_enabled: onOff(
    () => t('Let others see my availability'),
    () => t('If off, you appear offline, and others can’t see when you were last active.'),
  ),
  send_read_receipts: onOff(() => t('Let others see when I’ve read messages')),
  send_private_typing_notifications: onOff(() => t('Let others see when I’m typing direct messages')),
  send_stream_typing_notifications: onOff(() => t('Let others see when I’m typing in channels')),
  receives_typing_notifications: onOff(() => t('Show when others are typing')),
  allow_private_data_export: onOff(
    () => t('Let administrators export my private data'),
    () => t('Exports of the organization will then include your direct messages and settings.'),
  ),
} satisfies Table;
type Table = { [N in SettingName]?: () => SettingDescription<UserSettings[N]> | SettingDescription };

const NOTIFICATIONS = { ...DIRECT_MESSAGES, ...FOLLOWED_TOPICS, ...CHANNEL_MESSAGES, ...NOTIFICATION_OPTIONS, ...NEWS };
const ALL = { ...APPEARANCE, ...READING, ...WRITING, ...NOTIFICATIONS, ...PRIVACY };
export type DescribedName = keyof typeof ALL;

/** Whether a setting has a label. */
export const isDescribed = (name: string): name is DescribedName => Object.hasOwn(ALL, name);

const PARTS = {
  look: APPEARANCE,
  reading: READING,
  writing: WRITING,
  privacy: PRIVACY,
  directMessages: DIRECT_MESSAGES,
  followedTopics: FOLLOWED_TOPICS,
  channelMessages: CHANNEL_MESSAGES,
  notificationOptions: NOTIFICATION_OPTIONS,
};
export type SettingsPart = keyof typeof PARTS;

/** The settings of a section, in order. */
export const listNames = (part: SettingsPart): DescribedName[] => Object.keys(PARTS[part]) as DescribedName[];

export const describe = (name: DescribedName): SettingDescription => ALL[name]() as SettingDescription;
