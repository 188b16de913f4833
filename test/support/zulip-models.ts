/** A field of one of Zulip's models. */
interface Field {
  accepts: (value: unknown) => boolean;
  isNullable: boolean;
  hasDefault: boolean;
  /** The table that it refers to. */
  table: string | undefined;
}

export interface ZulipModel {
  fields: ReadonlyMap<string, Field>;
  unique: readonly (readonly string[])[];
}

const EMAIL = /^[\w.!#$%&'*+/=?^`{}|~-]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INT = 2 ** 31;

const isInteger = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) < most;

const TYPES: Record<string, (value: any) => boolean> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => isInteger(value, -INT, INT),
  positive: (value) => isInteger(value, 0, INT),
  small: (value) => isInteger(value, 0, 2 ** 15),
  time: (value) => typeof value === 'number' && value >= 0 && value < 2 ** 36,
  email: (value) => typeof value === 'string' && value.length <= 254 && EMAIL.test(value),
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  list: (value) => Array.isArray(value),
};

/**
 * `text`, also with its length as in `text60`; a type above; or `>table`, which refers to its rows. `?`: may be null.
 * `=`: may be missing.
 */
function readField(type: string): Field {
  const [, name, length] = /^([a-z]+|>\w+?)(\d*)[?=]*$/.exec(type)!;
  const table = name!.startsWith('>') ? `zerver_${name!.slice(1)}` : undefined;
  const isText = (value: unknown) =>
    typeof value === 'string' &&
    value.length <= Number(length || Infinity) &&
    !value.includes('\0') &&
    value.isWellFormed();
  return {
    accepts: table ? Number.isInteger : name === 'text' ? isText : TYPES[name!]!,
    isNullable: type.includes('?'),
    hasDefault: type.includes('='),
    table,
  };
}

/** Each line: a type, and the fields that have it; or `unique`, and fields that together are. */
function model(text: string): ZulipModel {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const fields = lines.flatMap(([type, ...names]) =>
    type === 'unique' ? [] : names.map((name) => [name, readField(type!)] as const),
  );
  const unique = lines.filter(([type]) => type === 'unique').map(([, ...names]) => names);
  return { fields: new Map(fields), unique };
}

const SETTINGS = `
  bool= enter_sends left_side_userlist web_escape_navigates_to_home_view fluid_layout_width high_contrast_mode
  bool= translate_emoticons display_emoji_reaction_users twenty_four_hour_time starred_message_counts
  bool= web_suggest_update_timezone web_left_sidebar_show_channel_folders web_left_sidebar_unreads_count_summary
  bool= web_navigate_to_sent_message enable_stream_desktop_notifications enable_stream_email_notifications
  bool= enable_stream_push_notifications enable_stream_audible_notifications wildcard_mentions_notify
  bool= enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications
  bool= enable_followed_topic_push_notifications enable_followed_topic_audible_notifications
  bool= enable_followed_topic_wildcard_mentions_notify enable_desktop_notifications pm_content_in_desktop_notifications
  bool= enable_sounds enable_offline_email_notifications message_content_in_email_notifications
  bool= enable_offline_push_notifications enable_online_push_notifications enable_digest_emails enable_login_emails
  bool= enable_marketing_emails presence_enabled automatically_follow_topics_where_mentioned
  bool= enable_drafts_synchronization send_stream_typing_notifications send_private_typing_notifications
  bool= send_read_receipts allow_private_data_export receives_typing_notifications hide_ai_features
  text50= default_language
  text= web_home_view web_animate_image_previews
  text20= emojiset notification_sound
  small= color_scheme web_font_size_px web_line_height_percent demote_inactive_streams web_mark_read_on_scroll_policy
  small= web_channel_default_view user_list_style web_stream_unreads_count_display_policy desktop_icon_count_display
  small= realm_name_in_email_notifications_policy automatically_follow_topics_policy email_address_visibility
  small= automatically_unmute_topics_in_muted_streams_policy resolved_topic_notice_auto_read_policy
  int= email_notifications_batching_period_seconds`;

/** The models of Zulip 11 that its importer creates: their fields as archives have them, and what is unique. */
export const ZULIP_MODELS: Readonly<Record<string, ZulipModel>> = {
  zerver_realm: model(`
    text40 name string_id
    text= description uuid_owner_secret default_code_block_language welcome_message_custom_text
    uuid= uuid
    time date_created
    bool deactivated
    bool= push_notifications_enabled require_e2ee_push_notifications emails_restricted_to_domains invite_required
    bool= disallow_disposable_email_addresses enable_spectator_access want_advertise_in_communities_directory
    bool= inline_image_preview inline_url_embed_preview digest_emails_enabled send_welcome_emails
    bool= message_content_allowed_in_email_notifications require_unique_names name_changes_disabled
    bool= email_changes_disabled avatar_changes_disabled allow_message_editing enable_read_receipts
    bool= enable_guest_user_indicator enable_guest_user_dm_warning
    small= digest_weekday topics_policy message_edit_history_visibility_policy org_type plan_type video_chat_provider
    small= giphy_rating icon_version logo_version night_logo_version
    text1= icon_source logo_source night_logo_source
    text50= default_language
    text200?= jitsi_server_url
    positive?= move_messages_within_stream_limit_seconds move_messages_between_streams_limit_seconds
    positive?= message_content_delete_limit_seconds message_content_edit_limit_seconds
    positive= waiting_period_threshold
    int= message_retention_days
    >stream? moderation_request_channel new_stream_announcements_stream signup_announcements_stream
    >stream? zulip_update_announcements_stream
    >usergroup can_access_all_users_group can_add_custom_emoji_group can_add_subscribers_group can_create_bots_group
    >usergroup can_create_groups can_create_private_channel_group can_create_public_channel_group
    >usergroup can_create_web_public_channel_group can_create_write_only_bots_group can_delete_any_message_group
    >usergroup can_delete_own_message_group can_invite_users_group can_manage_all_groups can_manage_billing_group
    >usergroup can_mention_many_users_group can_move_messages_between_channels_group
    >usergroup can_move_messages_between_topics_group can_resolve_topics_group can_set_delete_message_policy_group
    >usergroup can_set_topics_policy_group can_summarize_topics_group create_multiuse_invite_group
    >usergroup direct_message_initiator_group direct_message_permission_group`),
  zerver_realmuserdefault: model(`${SETTINGS}
    >realm realm
    unique realm`),
  zerver_client: model(`
    text30 name
    unique name`),
  zerver_userprofile: model(`${SETTINGS}
    email email delivery_email
    text100 full_name
    time date_joined
    time? last_login last_reminder
    bool= is_active is_bot is_mirror_dummy long_term_idle is_staff
    small= role
    small?= bot_type
    text40= timezone
    text1= avatar_source
    small= avatar_version
    list user_permissions groups
    int? last_active_message_id
    >userprofile? bot_owner
    >stream? default_sending_stream default_events_register_stream
    >recipient= recipient
    >realm realm
    unique email
    unique delivery_email`),
  zerver_channelfolder: model(`
    text60 name
    text1024= description
    text= rendered_description
    int= order
    time date_created
    bool= is_archived
    >userprofile? creator
    >realm realm`),
  zerver_stream: model(`
    text60 name
    text1024= description
    text= rendered_description
    time date_created
    bool= deactivated invite_only history_public_to_subscribers is_web_public is_recently_active
    int?= message_retention_days first_message_id
    small= topics_policy
    >userprofile? creator
    >channelfolder? folder
    >recipient= recipient
    >realm realm
    >usergroup can_add_subscribers_group can_administer_channel_group can_delete_any_message_group
    >usergroup can_delete_own_message_group can_move_messages_out_of_channel_group can_remove_subscribers_group
    >usergroup can_move_messages_within_channel_group can_send_message_group can_subscribe_group
    >usergroup can_resolve_topics_group
    unique name`),
  zerver_usergroup: model('>realm realm'),
  zerver_namedusergroup: model(`
    >usergroup usergroup_ptr can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group
    >usergroup can_remove_members_group
    text100 name
    text description
    bool is_system_group deactivated
    time? date_created
    >userprofile? creator
    >realm realm_for_sharding
    unique name`),
  zerver_usergroupmembership: model(`
    >usergroup user_group
    >userprofile user_profile
    unique user_group user_profile`),
  zerver_groupgroupmembership: model(`
    >usergroup supergroup
    >namedusergroup subgroup
    unique supergroup subgroup`),
  zerver_realmauthenticationmethod: model(`
    text80 name
    >realm realm
    unique name`),
  zerver_defaultstream: model(`
    >stream stream
    >realm realm
    unique stream`),
  zerver_realmemoji: model(`
    text name file_name
    bool= deactivated is_animated
    >userprofile? author
    >realm realm
    unique file_name`),
  zerver_realmdomain: model(`
    text80 domain
    bool= allow_subdomains
    >realm realm
    unique domain`),
  zerver_realmfilter: model(`
    text pattern url_template
    int= order
    >realm realm
    unique pattern`),
  zerver_realmplayground: model(`
    text url_template name
    text40 pygments_language
    >realm realm`),
  zerver_recipient: model(`
    small type
    int type_id
    unique type type_id`),
  zerver_huddle: model(`
    int group_size
    >recipient recipient
    unique recipient`),
  zerver_subscription: model(`
    >userprofile user_profile
    >recipient recipient
    bool= active is_muted pin_to_top
    text10= color
    bool?= desktop_notifications audible_notifications push_notifications email_notifications wildcard_mentions_notify
    unique user_profile recipient`),
  zerver_alertword: model(`
    text100 word
    >userprofile user_profile
    >realm realm
    unique user_profile word`),
  zerver_navigationview: model(`
    text fragment
    bool= is_pinned
    text?= name
    >userprofile user
    unique user fragment`),
  zerver_savedsnippet: model(`
    text60 title
    text content
    time date_created
    >userprofile user_profile
    >realm realm`),
  zerver_usertopic: model(`
    >userprofile user_profile
    >stream stream
    >recipient recipient
    text60 topic_name
    time last_updated
    small visibility_policy
    unique user_profile stream topic_name`),
  zerver_muteduser: model(`
    >userprofile user_profile muted_user
    time date_muted
    unique user_profile muted_user`),
  zerver_service: model(`
    text100 name
    text base_url
    small= interface
    >userprofile user_profile
    unique name user_profile`),
  zerver_customprofilefield: model(`
    text40 name
    text80= hint
    text= field_data
    int= order
    small field_type
    bool= display_in_profile_summary required editable_by_user
    >realm realm
    unique name`),
  zerver_customprofilefieldvalue: model(`
    text value
    text?= rendered_value
    >customprofilefield field
    >userprofile user_profile
    unique user_profile field`),
  zerver_userstatus: model(`
    text255= status_text
    text= emoji_name emoji_code
    text30 reaction_type
    time timestamp
    >client client
    >userprofile user_profile
    unique user_profile`),
  zerver_scheduledmessage: model(`
    text60 subject
    text content rendered_content
    time scheduled_timestamp request_timestamp
    bool read_by_sender has_attachment
    bool= delivered failed
    text?= failure_message
    small= delivery_type
    >userprofile sender
    >recipient recipient
    >client sending_client
    >stream? stream
    >message? delivered_message
    >realm realm`),
  zerver_reaction: model(`
    text emoji_name emoji_code
    text30 reaction_type
    >userprofile user_profile
    >message message
    unique user_profile message reaction_type emoji_code`),
  zerver_message: model(`
    text60 subject
    text content
    text? rendered_content
    int?= rendered_content_version
    time date_sent
    time? last_edit_time
    text?= edit_history
    bool has_attachment
    bool= has_image has_link is_channel_message
    >userprofile sender
    >recipient recipient
    >client sending_client
    >realm realm`),
  zerver_attachment: model(`
    text file_name path_id
    time create_time
    int size
    text? content_type
    bool?= is_realm_public is_web_public
    list messages scheduled_messages
    >userprofile owner
    >realm realm
    unique path_id`),
};
