import { t } from '../../i18n/text.ts';
import type { UserSettings } from '../../server/types.ts';
import { durationName } from './duration.ts';

// Labels and choices of the user settings, shared by the user's own settings and the defaults of new users.

export type SettingName = keyof UserSettings;

export interface Described<V = string | number | boolean> {
  label: string;
  hint?: string;
  /** Without options the setting is a switch. */
  options?: readonly (readonly [V, string])[];
  /** The label of a value that is set but not offered. */
  other?: (value: V) => string;
}

const pixels = (n: number): string => t('{n} pixels', { n });
const percent = (n: number): string => t('{n} %', { n });
const onOff = (label: () => string, hint?: () => string) => (): Described => ({
  label: label(),
  ...(hint && { hint: hint() }),
});
const policies = () =>
  [
    [1, t('Topics you take part in')],
    [2, t('Topics you write in')],
    [3, t('Topics you begin')],
    [4, t('None')],
  ] as const;
const always = () => t('Always');
const never = () => t('Never');

const desktop = onOff(() => t('Desktop'));
const sound = onOff(() => t('Sound'));
const phone = onOff(() => t('Phone'));
const mail = onOff(() => t('E-mail'));
const everybody = onOff(() => t('A mention of everybody counts as one of them'));

const LOOK = {
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
  fluid_layout_width: onOff(() => t('Use the whole width of the window')),
  emojiset: () => ({
    label: t('Emoji'),
    options: [
      ['google', t('Pictures')],
      ['text', t('Names, like :tada:')],
    ],
    other: () => t('Pictures (Twitter)'),
  }),
  web_animate_image_previews: () => ({
    label: t('Moving pictures'),
    options: [
      ['always', t('Always move')],
      ['on_hover', t('Move under the pointer')],
      ['never', t('Move when opened')],
    ],
  }),
  user_list_style: () => ({
    label: t('List of people'),
    options: [
      [1, t('Names')],
      [2, t('Names and status')],
      [3, t('Pictures, names and status')],
    ],
  }),
  twenty_four_hour_time: onOff(
    () => t('24-hour time'),
    () => t('13:30 instead of 1:30 PM.'),
  ),
  web_suggest_update_timezone: onOff(() => t('Ask when this device is in another time zone')),
} satisfies Table;

const READING = {
  web_home_view: () => ({
    label: t('Home view'),
    hint: t('What opens first.'),
    options: [
      ['inbox', t('Inbox')],
      ['recent_topics', t('Recent conversations')],
      ['all_messages', t('Combined feed')],
    ],
  }),
  web_escape_navigates_to_home_view: onOff(() => t('Escape goes to the home view')),
  web_mark_read_on_scroll_policy: () => ({
    label: t('Mark messages as read when they are on the screen'),
    options: [
      [1, always()],
      [2, t('In single conversations')],
      [3, never()],
    ],
  }),
  web_channel_default_view: () => ({
    label: t('A channel opens with'),
    options: [
      [1, t('Its newest topic')],
      [4, t('Its newest unread topic')],
      [2, t('Its feed')],
      [3, t('Its list of topics')],
    ],
  }),
  resolved_topic_notice_auto_read_policy: () => ({
    label: t('Notices that a topic was resolved are read by themselves'),
    options: [
      ['always', always()],
      ['except_followed', t('Except in topics you follow')],
      ['never', never()],
    ],
  }),
  display_emoji_reaction_users: onOff(() => t('Show who reacted, where they are few')),
  web_stream_unreads_count_display_policy: () => ({
    label: t('Unread counts of channels'),
    options: [
      [1, t('Of all channels')],
      [2, t('Of channels and topics that are not muted')],
      [3, t('Of none')],
    ],
  }),
  web_left_sidebar_unreads_count_summary: onOff(() => t('Sums of unread messages in the list of conversations')),
  starred_message_counts: onOff(() => t('Count of starred messages')),
  web_left_sidebar_show_channel_folders: onOff(() => t('Group channels by folder')),
  demote_inactive_streams: () => ({
    label: t('Put channels without news at the end'),
    options: [
      [1, t('If there are many')],
      [2, always()],
      [3, never()],
    ],
  }),
  hide_ai_features: onOff(
    () => t('Hide what artificial intelligence offers'),
    () => t('In apps that offer it.'),
  ),
} satisfies Table;

const WRITING = {
  enter_sends: onOff(() => t('Enter sends')),
  translate_emoticons: onOff(
    () => t('Turn emoticons into emoji'),
    () => t(':) becomes 🙂 when a message is sent.'),
  ),
  web_navigate_to_sent_message: onOff(
    () => t('Go to the conversation you wrote in'),
    () => t('After a message sent from elsewhere.'),
  ),
  enable_drafts_synchronization: onOff(
    () => t('Keep drafts on the server'),
    () => t('They are then in all your browsers. Switched off, those on the server are deleted.'),
  ),
} satisfies Table;

const PERIODS = [30, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800];

const NOTIFICATIONS = {
  enable_desktop_notifications: desktop,
  enable_sounds: sound,
  enable_offline_push_notifications: phone,
  enable_offline_email_notifications: mail,
  enable_followed_topic_desktop_notifications: desktop,
  enable_followed_topic_audible_notifications: sound,
  enable_followed_topic_push_notifications: phone,
  enable_followed_topic_email_notifications: mail,
  enable_followed_topic_wildcard_mentions_notify: everybody,
  enable_stream_desktop_notifications: desktop,
  enable_stream_audible_notifications: sound,
  enable_stream_push_notifications: phone,
  enable_stream_email_notifications: mail,
  wildcard_mentions_notify: everybody,
  automatically_follow_topics_policy: () => ({ label: t('Follow'), options: policies() }),
  automatically_unmute_topics_in_muted_streams_policy: () => ({
    label: t('Unmute, in muted channels'),
    options: policies(),
  }),
  automatically_follow_topics_where_mentioned: onOff(() => t('Follow topics you are mentioned in')),
  notification_sound: () => ({
    label: t('Sound'),
    options: [
      ['zulip', t('Two notes')],
      ['ding', t('Ding')],
      ['knock', t('Knock')],
      ['pop', t('Pop')],
      ['none', t('None')],
    ],
  }),
  pm_content_in_desktop_notifications: onOff(() => t('Show what direct messages say in notifications')),
  desktop_icon_count_display: () => ({
    label: t('The count in the title and on the icon'),
    options: [
      [1, t('All unread messages')],
      [2, t('Direct messages, mentions and followed topics')],
      [3, t('Direct messages and mentions')],
      [4, t('None')],
    ],
  }),
  enable_online_push_notifications: onOff(() => t('Notify the phone even while you are at the computer')),
  email_notifications_batching_period_seconds: () => ({
    label: t('Wait before a mail'),
    hint: t('What comes meanwhile is in the same mail; what you read meanwhile is in none.'),
    options: PERIODS.map((seconds) => [seconds, durationName(seconds)]),
    other: durationName,
  }),
  message_content_in_email_notifications: onOff(() => t('Put messages into mails')),
  realm_name_in_email_notifications_policy: () => ({
    label: t('Name the organization in the subject'),
    options: [
      [1, t('If you are in several')],
      [2, always()],
      [3, never()],
    ],
  }),
  enable_digest_emails: onOff(() => t('Send a digest when you were away')),
  enable_login_emails: onOff(() => t('Tell you of new sign-ins to your account')),
  enable_marketing_emails: onOff(() => t('Send you news of the software')),
} satisfies Table;

const PRIVACY = {
  email_address_visibility: () => ({
    label: t('Who sees your e-mail address'),
    options: [
      [1, t('Everyone')],
      [2, t('Everyone except guests')],
      [5, t('Moderators and above')],
      [3, t('Administrators and above')],
      [4, t('Nobody')],
    ],
  }),
  presence_enabled: onOff(
    () => t('Show when you are there'),
    () => t('If not, you appear as away to others, and they do not see when you were last there.'),
  ),
  send_read_receipts: onOff(() => t('Let others see what you have read')),
  send_private_typing_notifications: onOff(() => t('Show others that you are writing, in direct messages')),
  send_stream_typing_notifications: onOff(() => t('Show others that you are writing, in channels')),
  receives_typing_notifications: onOff(() => t('Show you when others are writing')),
  allow_private_data_export: onOff(
    () => t('Let administrators export your private data'),
    () => t('Exports of the organization then hold your direct messages and settings too.'),
  ),
} satisfies Table;
type Table = { [N in SettingName]?: () => Described<UserSettings[N]> | Described };

const ALL = { ...LOOK, ...READING, ...WRITING, ...NOTIFICATIONS, ...PRIVACY };
export type DescribedName = keyof typeof ALL;

const PARTS = { look: LOOK, reading: READING, writing: WRITING, privacy: PRIVACY };

/** The settings of a section, in order. */
export const namesOf = (part: keyof typeof PARTS): DescribedName[] => Object.keys(PARTS[part]) as DescribedName[];

export const describe = (name: DescribedName): Described => ALL[name]() as Described;
