import type { ComponentChildren } from 'preact';
import { ask } from '../../api.ts';
import { ChoiceRow, type Option, SettingsSection, SwitchRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import type { UserSettings } from '../../wire.ts';
import { fixedFor } from './realm.ts';
import { durationName } from './rows.tsx';

type Name = keyof UserSettings;
type Value = string | number;

const save = (name: Name) => (value: unknown) => ask('PATCH /realm/user_settings_defaults', { [name]: value } as never);
const standing = <T,>(name: Name): T => store.newcomers.value[name] as T;

const On = ({ name, label, hint }: { name: Name; label: string; hint?: ComponentChildren }) => (
  <SwitchRow label={label} hint={hint} fixed={fixedFor('')} value={Boolean(standing(name))} save={save(name)} />
);

const OneOf = ({ name, label, options }: { name: Name; label: string; options: readonly [Value, string][] }) => {
  const value = standing<Value>(name);
  const all: Option<Value>[] = options.map(([one, called]) => ({ value: one, name: called }));
  // What stands is there even if nobody would have offered it.
  if (!options.some(([one]) => one === value)) all.push({ value, name: String(value) });
  return <ChoiceRow label={label} fixed={fixedFor('')} value={value} options={all} save={save(name)} />;
};

const policies = (): [Value, string][] => [
  [1, t('Topics you take part in')],
  [2, t('Topics you write in')],
  [3, t('Topics you begin')],
  [4, t('None')],
];

/** What a new account's own settings are until its owner changes them. */
export function Newcomers() {
  return (
    <>
      <p class="settings-note">{t('New people begin with these settings, and change them as they like. Who is here keeps theirs.')}</p>
      <Look />
      <Reading />
      <Writing />
      <Notifications />
      <Privacy />
    </>
  );
}

const Look = () => (
  <SettingsSection title={t('Look')}>
    <div class="settings-rows">
      <OneOf
        name="color_scheme"
        label={t('Theme')}
        options={[
          [1, t('As the system')],
          [3, t('Light')],
          [2, t('Dark')],
        ]}
      />
      <OneOf
        name="web_font_size_px"
        label={t('Text size')}
        options={[12, 13, 14, 15, 16, 17, 18, 20, 22, 24].map((n) => [n, t('{n} pixels', { n })])}
      />
      <OneOf
        name="web_line_height_percent"
        label={t('Line spacing')}
        options={[100, 120, 130, 140, 150, 160, 180, 200].map((n) => [n, t('{n} %', { n })])}
      />
      <On name="high_contrast_mode" label={t('High contrast')} />
      <On name="fluid_layout_width" label={t('Use the whole width of the window')} />
      <On name="twenty_four_hour_time" label={t('24-hour time')} hint={t('13:30 instead of 1:30 PM.')} />
      <OneOf
        name="emojiset"
        label={t('Emoji')}
        options={[
          ['google', t('Pictures')],
          ['text', t('Names, like :tada:')],
        ]}
      />
      <OneOf
        name="web_animate_image_previews"
        label={t('Moving pictures')}
        options={[
          ['always', t('Always move')],
          ['on_hover', t('Move under the pointer')],
          ['never', t('Move when opened')],
        ]}
      />
      <OneOf
        name="user_list_style"
        label={t('List of people')}
        options={[
          [1, t('Names')],
          [2, t('Names and status')],
          [3, t('Pictures, names and status')],
        ]}
      />
    </div>
  </SettingsSection>
);

const Reading = () => (
  <SettingsSection title={t('Reading')}>
    <div class="settings-rows">
      <OneOf
        name="web_home_view"
        label={t('Home view')}
        options={[
          ['inbox', t('Inbox')],
          ['recent_topics', t('Recent conversations')],
          ['all_messages', t('Combined feed')],
        ]}
      />
      <On name="web_escape_navigates_to_home_view" label={t('Escape goes to the home view')} />
      <OneOf
        name="web_mark_read_on_scroll_policy"
        label={t('Mark messages as read when they are on the screen')}
        options={[
          [1, t('Always')],
          [2, t('In single conversations')],
          [3, t('Never')],
        ]}
      />
      <OneOf
        name="web_channel_default_view"
        label={t('A channel opens with')}
        options={[
          [1, t('Its newest topic')],
          [4, t('Its newest unread topic')],
          [2, t('Its feed')],
          [3, t('Its list of topics')],
        ]}
      />
      <OneOf
        name="resolved_topic_notice_auto_read_policy"
        label={t('Notices that a topic was resolved are read by themselves')}
        options={[
          ['always', t('Always')],
          ['except_followed', t('Except in topics you follow')],
          ['never', t('Never')],
        ]}
      />
      <On name="display_emoji_reaction_users" label={t('Show who reacted, where they are few')} />
      <OneOf
        name="web_stream_unreads_count_display_policy"
        label={t('Unread counts of channels')}
        options={[
          [1, t('Of all channels')],
          [2, t('Of channels and topics that are not muted')],
          [3, t('Of none')],
        ]}
      />
      <On name="web_left_sidebar_unreads_count_summary" label={t('Sums of unread messages in the list of conversations')} />
      <On name="starred_message_counts" label={t('Count of starred messages')} />
      <On name="web_left_sidebar_show_channel_folders" label={t('Group channels by folder')} />
      <OneOf
        name="demote_inactive_streams"
        label={t('Put channels without news at the end')}
        options={[
          [1, t('If there are many')],
          [2, t('Always')],
          [3, t('Never')],
        ]}
      />
      <On name="hide_ai_features" label={t('Hide what artificial intelligence offers')} />
    </div>
  </SettingsSection>
);

const Writing = () => (
  <SettingsSection title={t('Writing')}>
    <div class="settings-rows">
      <On name="enter_sends" label={t('Enter sends')} />
      <On name="translate_emoticons" label={t('Turn emoticons into emoji')} hint={t(':) becomes 🙂 when a message is sent.')} />
      <On name="web_navigate_to_sent_message" label={t('Go to the conversation you wrote in')} />
      <On name="enable_drafts_synchronization" label={t('Keep drafts on the server')} />
    </div>
  </SettingsSection>
);

const PERIODS = [30, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800];

const Notifications = () => (
  <>
    <SettingsSection title={t('Direct messages and mentions')}>
      <div class="settings-rows">
        <On name="enable_desktop_notifications" label={t('Desktop')} />
        <On name="enable_sounds" label={t('Sound')} />
        <On name="enable_offline_push_notifications" label={t('Phone')} />
        <On name="enable_offline_email_notifications" label={t('E-mail')} />
      </div>
    </SettingsSection>
    <SettingsSection title={t('Followed topics')}>
      <div class="settings-rows">
        <On name="enable_followed_topic_desktop_notifications" label={t('Desktop')} />
        <On name="enable_followed_topic_audible_notifications" label={t('Sound')} />
        <On name="enable_followed_topic_push_notifications" label={t('Phone')} />
        <On name="enable_followed_topic_email_notifications" label={t('E-mail')} />
        <On name="enable_followed_topic_wildcard_mentions_notify" label={t('A mention of everybody counts as one of them')} />
        <OneOf name="automatically_follow_topics_policy" label={t('Follow')} options={policies()} />
        <OneOf name="automatically_unmute_topics_in_muted_streams_policy" label={t('Unmute, in muted channels')} options={policies()} />
        <On name="automatically_follow_topics_where_mentioned" label={t('Follow topics you are mentioned in')} />
      </div>
    </SettingsSection>
    <SettingsSection title={t('Every message of channels')}>
      <div class="settings-rows">
        <On name="enable_stream_desktop_notifications" label={t('Desktop')} />
        <On name="enable_stream_audible_notifications" label={t('Sound')} />
        <On name="enable_stream_push_notifications" label={t('Phone')} />
        <On name="enable_stream_email_notifications" label={t('E-mail')} />
        <On name="wildcard_mentions_notify" label={t('A mention of everybody counts as one of them')} />
      </div>
    </SettingsSection>
    <SettingsSection title={t('How notifications come')}>
      <div class="settings-rows">
        <OneOf
          name="notification_sound"
          label={t('Sound')}
          options={[
            ['zulip', t('Two notes')],
            ['ding', t('Ding')],
            ['knock', t('Knock')],
            ['pop', t('Pop')],
            ['none', t('None')],
          ]}
        />
        <On name="pm_content_in_desktop_notifications" label={t('Show what direct messages say in notifications')} />
        <OneOf
          name="desktop_icon_count_display"
          label={t('The count in the title and on the icon')}
          options={[
            [1, t('All unread messages')],
            [2, t('Direct messages, mentions and followed topics')],
            [3, t('Direct messages and mentions')],
            [4, t('None')],
          ]}
        />
        <On name="enable_online_push_notifications" label={t('Notify the phone even while you are at the computer')} />
        <OneOf
          name="email_notifications_batching_period_seconds"
          label={t('Wait before a mail')}
          options={[...new Set([...PERIODS, standing<number>('email_notifications_batching_period_seconds')])]
            .sort((a, b) => a - b)
            .map((seconds) => [seconds, durationName(seconds)])}
        />
        <On name="message_content_in_email_notifications" label={t('Put messages into mails')} />
        <OneOf
          name="realm_name_in_email_notifications_policy"
          label={t('Name the organization in the subject')}
          options={[
            [1, t('If you are in several')],
            [2, t('Always')],
            [3, t('Never')],
          ]}
        />
        <On name="enable_digest_emails" label={t('Send a digest when you were away')} />
      </div>
    </SettingsSection>
  </>
);

const Privacy = () => (
  <SettingsSection title={t('Privacy')}>
    <div class="settings-rows">
      <OneOf
        name="email_address_visibility"
        label={t('Who sees their e-mail address')}
        options={[
          [1, t('Everyone')],
          [2, t('Everyone except guests')],
          [5, t('Moderators and above')],
          [3, t('Administrators and above')],
          [4, t('Nobody')],
        ]}
      />
      <On name="presence_enabled" label={t('Show when you are there')} />
      <On name="send_read_receipts" label={t('Let others see what you have read')} />
      <On name="send_private_typing_notifications" label={t('Show others that you are writing, in direct messages')} />
      <On name="send_stream_typing_notifications" label={t('Show others that you are writing, in channels')} />
      <On name="receives_typing_notifications" label={t('Show you when others are writing')} />
      <On name="web_suggest_update_timezone" label={t('Ask when this device is in another time zone')} />
    </div>
  </SettingsSection>
);
