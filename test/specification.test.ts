import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * The file that tests each section of the specification, and the section's rows: fields, parameters, limits, or the
 * beginning of a sentence. Each file's tests are named by section and row.
 */
const TABLE: readonly [section: string, file: string, rows: string][] = [
  ['0', '0-conventions', ''],
  [
    '2.1',
    '2.1-settings',
    'full_name email old_password new_password default_language timezone twenty_four_hour_time web_mark_read_on_scroll_policy web_channel_default_view starred_message_counts receives_typing_notifications web_suggest_update_timezone fluid_layout_width high_contrast_mode web_font_size_px web_line_height_percent color_scheme enable_drafts_synchronization translate_emoticons display_emoji_reaction_users web_home_view web_escape_navigates_to_home_view left_side_userlist emojiset demote_inactive_streams user_list_style web_animate_image_previews web_stream_unreads_count_display_policy hide_ai_features web_left_sidebar_show_channel_folders web_left_sidebar_unreads_count_summary enable_stream_desktop_notifications enable_stream_email_notifications enable_stream_push_notifications enable_stream_audible_notifications notification_sound enable_desktop_notifications enable_sounds email_notifications_batching_period_seconds enable_offline_email_notifications enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications enable_followed_topic_push_notifications enable_followed_topic_audible_notifications enable_offline_push_notifications enable_online_push_notifications enable_digest_emails message_content_in_email_notifications pm_content_in_desktop_notifications wildcard_mentions_notify enable_followed_topic_wildcard_mentions_notify desktop_icon_count_display realm_name_in_email_notifications_policy automatically_follow_topics_policy automatically_unmute_topics_in_muted_streams_policy automatically_follow_topics_where_mentioned resolved_topic_notice_auto_read_policy presence_enabled enter_sends send_private_typing_notifications send_stream_typing_notifications send_read_receipts email_address_visibility web_navigate_to_sent_message dense_mode',
  ],
  [
    '2.2',
    '2.2-channels',
    'stream_id name is_archived description rendered_description date_created creator_id invite_only is_web_public stream_post_policy is_announcement_only message_retention_days history_public_to_subscribers topics_policy first_message_id folder_id is_recently_active can_add_subscribers_group can_remove_subscribers_group can_administer_channel_group can_delete_any_message_group can_delete_own_message_group inherit allow_empty_topic disable_empty_topic empty_topic_only',
  ],
  [
    '2.3',
    '2.3-subscriptions',
    'stream_id name description rendered_description date_created creator_id invite_only subscribers partial_subscribers desktop_notifications email_notifications wildcard_mentions_notify push_notifications audible_notifications pin_to_top is_muted in_home_view is_announcement_only is_web_public color stream_post_policy message_retention_days history_public_to_subscribers first_message_id folder_id topics_policy is_recently_active stream_weekly_traffic can_add_subscribers_group can_remove_subscribers_group can_administer_channel_group',
  ],
  [
    '2.4',
    '2.4-messages',
    'id avatar_url client content content_type display_recipient edit_history is_me_message last_edit_timestamp last_moved_timestamp reactions recipient_id sender_email unicode_emoji realm_emoji service_extra_emoji',
  ],
  [
    '2.5',
    '2.5-users',
    'user_id delivery_email email full_name date_joined is_active is_owner is_admin is_guest is_bot bot_type bot_owner_id role timezone avatar_url avatar_version profile_data',
  ],
  ['2.6', '2.6-others', 'Subscription Saved Navigation Channel Custom Presence Recent'],
  ['3', '3-states', 'Channel Topic Subscription User Typing Event'],
  ['4.1', '2.1-settings', 'any alias'],
  [
    '4.2',
    '4.02-edit-channel',
    'stream_id description new_name is_private is_web_public history_public_to_subscribers is_default_stream message_retention_days is_archived folder_id topics_policy can_add_subscribers_group can_remove_subscribers_group can_administer_channel_group can_delete_any_message_group can_delete_own_message_group removed',
  ],
  ['4.3', '2.1-settings', 'changes admin'],
  [
    '4.4',
    '4.04-own-channels',
    'stream_id property color is_muted in_home_view pin_to_top desktop_notifications audible_notifications push_notifications email_notifications wildcard_mentions_notify',
  ],
  [
    '4.5',
    '4.05-create-channel',
    'name description subscribers announce invite_only is_web_public is_default_stream folder_id topics_policy history_public_to_subscribers message_retention_days can_add_subscribers_group can_delete_any_message_group can_delete_own_message_group can_remove_subscribers_group can_administer_channel_group can_move_messages_out_of_channel_group can_move_messages_within_channel_group can_send_message_group',
  ],
  ['4.6', '4.04-own-channels', 'stream_id topic visibility_policy'],
  [
    '4.7',
    '4.07-fetch-messages',
    'anchor include_anchor num_before num_after narrow client_gravatar apply_markdown message_ids allow_empty_topic_name use_first_unread_anchor found_newest found_oldest found_anchor history_limited messages',
  ],
  ['4.8', '4.04-own-channels', 'stream_id stream topic op'],
  ['4.9', '4.09-edit-user', 'email full_name role profile_data new_email'],
  [
    '4.10',
    '4.10-presence',
    'status last_update_id history_limit_days ping_only new_user_input slim_presence presence_last_update_id server_timestamp presences zephyr_mirror_active presence_enabled',
  ],
  ['4.11', '4.11-administration', 'name description channel_folder_id admin'],
  [
    '4.12',
    '4.11-administration',
    'field_type name hint field_data display_in_profile_summary required editable_by_user id admin',
  ],
  ['4.13', '2.5-users', 'client_gravatar include_custom_profile_fields user_ids members bots'],
  ['4.14', '4.04-own-channels', 'subscriptions principals removed not_removed STREAM_DOES_NOT_EXIST'],
  ['4.15', '4.04-own-channels', 'stream_id topic_name'],
  [
    '4.16',
    '4.16-reactions-and-others',
    'message_id emoji_name emoji_code reaction_type REACTION_DOES_NOT_EXIST BAD_REQUEST',
  ],
  ['4.17', '4.16-reactions-and-others', 'op notifies message_edit_typing'],
  ['4.18', '4.16-reactions-and-others', 'fragment is_pinned name'],
  ['4.19', '4.16-reactions-and-others', 'title content BAD_REQUEST'],
  [
    '4.20',
    '4.20-list-channels',
    'include_public include_web_public include_subscribed exclude_archived include_all include_default include_owner_subscribed include_can_access_content include_all_active streams',
  ],
  [
    '4.21',
    '4.21-register',
    'apply_markdown client_gravatar include_subscribers slim_presence presence_history_limit_days event_types all_public_streams client_capabilities fetch_event_types narrow queue_id last_event_id service_feature_level max_topic_length realm_empty_topic_display_name',
  ],
  ['4.22', '2.5-users', 'email placeholder client_gravatar include_custom_profile_fields'],
  ['4.23', '4.23-uploads', 'url uri filename uploader tus'],
  ...['5.1', '5.2', '5.3', '5.4', '5.5', '5.6'].map((section) => [section, '5-authentication', ''] as const),
  ...['6.1', '6.2', '6.3', '6.4'].map((section) => [section, '6-events', ''] as const),
  [
    '7',
    '7-errors',
    'BAD_REQUEST UNAUTHORIZED_PRINCIPAL STREAM_DOES_NOT_EXIST REACTION_DOES_NOT_EXIST BAD_EVENT_QUEUE_ID',
  ],
  ['8', '8-limits', 'messages event heartbeat channels presence profile upload name'],
  ...['9.1', '9.2', '9.3', '9.4'].map((section) => [section, '9-versioning', ''] as const),
] as [string, string, string][];

const HERE = new URL('specification/', import.meta.url);
/** The rows of the specification's tables, by section: fields, parameters and others. */
const ROWS: Record<string, string[]> = JSON.parse(readFileSync(new URL('rows.json', HERE), 'utf8'));
const readText = (file: string): string => readFileSync(new URL(`${file}.test.ts`, HERE), 'utf8');
/**
 * Whether the file has a test of a section, including tests generated from a list of rows. Each title begins with the
 * section.
 */
const isNamedIn = (section: string, text: string): boolean =>
  text.includes(`test('${section} `) ||
  text.includes(`test(\`${section} `) ||
  text.includes(`test(\n    \`${section} `);

for (const [section, file, rows] of TABLE)
  test(`${file}.test.ts tests every row of the specification’s section ${section}`, () => {
    const text = readText(file);
    assert.ok(isNamedIn(section, text), `a test named ${section}`);
    for (const row of rows.split(' ').filter(Boolean))
      assert.match(text, new RegExp(`\\b${row}\\b`), `${section} ${row}`);
  });

test('every file of the specification’s tests is in the table', () => {
  const files = readdirSync(HERE)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => name.replace('.test.ts', ''));
  assert.deepEqual(files.sort(), [...new Set(TABLE.map(([, file]) => file))].sort());
});

test('every row of the specification’s tables is in the table', () => {
  for (const [section, rows] of Object.entries(ROWS)) {
    const known = TABLE.filter(([name]) => name === section).flatMap(([, , held]) => held.split(' '));
    for (const name of rows) assert.ok(known.includes(name), `${section} ${name}`);
  }
});
