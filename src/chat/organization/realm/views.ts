import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { MapOf, Nullable } from '../../../kernel/http/schema.ts';
import { LIMITS } from '../../../limits.ts';
import type { Config } from '../../../settings/config.ts';
import { MAX_CHANNEL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH } from '../../channels/channels/rules.ts';
import { CHANNEL_PERMISSIONS } from '../../channels/channels/types.ts';
import { EMPTY_TOPIC_NAME } from '../../channels/topics/types.ts';
import { type RealmSlot, realmAddress, THUMBNAIL_FORMATS } from '../../files/images/types.ts';
import type { GifProvider } from '../../integrations/gifs/types.ts';
import { realmGroup } from '../../people/groups/rules.ts';
import { GROUP_PERMISSION_RULES, type SystemGroup } from '../../people/groups/types.ts';
import { holdsAll, narrowestAround } from '../../people/groups/views.ts';
import { OFFLINE_AFTER } from '../../people/presence/rules.ts';
import { EXTERNAL_ACCOUNTS } from '../../people/profile-fields/types.ts';
import { type PermissionRule, REALM_PERMISSIONS } from './permission-types.ts';
import { REALM_SETTINGS } from './settings.ts';

/** The old numbers for who has a permission, strictest first. */
type Policy = readonly (readonly [SystemGroup, number])[];

/** `realm_create_public_stream_policy` and `realm_create_private_stream_policy`. */
const CREATE_CHANNEL: Policy = [
  ['role:administrators', 2],
  ['role:moderators', 4],
  ['role:fullmembers', 3],
  ['role:members', 1],
];

/** `realm_create_web_public_stream_policy`. */
const CREATE_WEB_PUBLIC_CHANNEL: Policy = [
  ['role:nobody', 6],
  ['role:owners', 7],
  ['role:administrators', 2],
  ['role:moderators', 4],
];

/** `realm_wildcard_mention_policy`. */
const MENTION_MANY: Policy = [
  ['role:nobody', 6],
  ['role:administrators', 5],
  ['role:moderators', 7],
  ['role:fullmembers', 3],
  ['role:members', 2],
  ['role:everyone', 1],
];

/** The values that older clients know instead of permissions and policies: each is derived from one of them. */
export const legacyFields = (app: App) => ({
  create_public_stream_policy: legacyPolicy(app, realmGroup(app, 'can_create_public_channel_group'), CREATE_CHANNEL),
  create_private_stream_policy: legacyPolicy(app, realmGroup(app, 'can_create_private_channel_group'), CREATE_CHANNEL),
  create_web_public_stream_policy: legacyPolicy(
    app,
    realmGroup(app, 'can_create_web_public_channel_group'),
    CREATE_WEB_PUBLIC_CHANNEL,
  ),
  wildcard_mention_policy: legacyPolicy(app, realmGroup(app, 'can_mention_many_users_group'), MENTION_MANY),
  allow_edit_history: app.realm.get('message_edit_history_visibility_policy') !== 'none',
  mandatory_topics: app.realm.get('topics_policy') === 'disable_empty_topic',
});

/** The strictest old number that covers everyone who can be in the group; the widest if none does. */
function legacyPolicy(app: App, groupId: number, policy: Policy): number {
  const around = narrowestAround(app, groupId);
  return (policy.find(([name]) => holdsAll(name, around)) ?? policy.at(-1)!)[1];
}

/** A server has one organization. */
export const REALM_ID = 1;

/** Where clients get the names of all emoji. */
export const EMOJI_DATA_PATH = '/static/generated/emoji/emoji_api.json';

const Rules = MapOf(
  Type.Object({
    require_system_group: Type.Boolean(),
    allow_internet_group: Type.Boolean(),
    allow_nobody_group: Type.Boolean(),
    allow_everyone_group: Type.Boolean(),
    default_group_name: Type.String(),
    default_for_system_groups: Nullable(Type.String()),
    allowed_system_groups: Type.Array(Type.String()),
  }),
);

const rules = (permissions: Record<string, PermissionRule>) =>
  Object.fromEntries(
    Object.entries(permissions).map(([name, rule]) => [
      name,
      {
        require_system_group: rule.require_system_group,
        allow_internet_group: rule.allow_internet,
        allow_nobody_group: rule.allow_nobody,
        allow_everyone_group: rule.allow_everyone,
        default_group_name: rule.default === 'channel_creator' ? 'stream_creator_or_nobody' : rule.default,
        default_for_system_groups: rule.default_for_system_groups,
        allowed_system_groups: [...rule.allowed_system_groups],
      },
    ]),
  );

/** The provider of GIFs that the operator has configured; '': none. */
export const gifProvider = ({ choices: { gifProvider: provider, gifApiKey } }: Config): GifProvider | '' =>
  gifApiKey && provider && provider !== 'none' ? provider : '';

/**
 * What /register returns about this server and its limits: the same for every organization. Times are in the units that
 * their names say.
 */
export const SERVER_FACTS = {
  max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
  max_stream_description_length: MAX_DESCRIPTION_LENGTH,
  max_topic_length: LIMITS.topic_length,
  max_message_length: LIMITS.message_length,
  max_channel_folder_name_length: 100,
  max_channel_folder_description_length: 1024,
  max_bulk_new_subscription_messages: 100,
  max_reminder_note_length: 1000,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  max_avatar_file_size_mib: 5,
  max_file_upload_size_mib: 100,
  password_min_length: 6,
  password_max_length: 100,
  password_min_guesses: 0,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: OFFLINE_AFTER,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  event_queue_longpoll_timeout_seconds: 90,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_thumbnail_formats: [...THUMBNAIL_FORMATS],
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
  server_terms_url: null,
  server_privacy_url: null,
  server_imprint_url: null,
  server_jitsi_server_url: 'https://meet.jit.si',
  server_can_summarize_topics: false,
  realm_empty_topic_display_name: EMPTY_TOPIC_NAME,
  giphy_rating_options: {
    disabled: { name: 'GIPHY integration disabled', id: 0 },
    y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
    g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
    pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 3 },
    'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
    r: { name: 'Allow GIFs rated R (Restricted)', id: 5 },
  },
  server_gif_provider: '' as GifProvider | '',
  realm_default_external_accounts: EXTERNAL_ACCOUNTS,
  realm_is_zephyr_mirror_realm: false,
  realm_upload_quota_mib: null,
  realm_push_notifications_enabled_end_timestamp: null,
  settings_send_digest_emails: false,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  server_supported_permission_settings: {
    realm: rules(REALM_PERMISSIONS),
    stream: rules(CHANNEL_PERMISSIONS),
    group: rules(GROUP_PERMISSION_RULES),
  },
};

const VideoProvider = REALM_SETTINGS.video_chat_provider.schema;
const Choices = MapOf(Type.Object({ name: Type.String(), id: Type.Integer() }));

export const ServerFacts = {
  max_stream_name_length: Type.Integer(),
  max_stream_description_length: Type.Integer(),
  max_topic_length: Type.Integer(),
  max_message_length: Type.Integer(),
  max_channel_folder_name_length: Type.Integer(),
  max_channel_folder_description_length: Type.Integer(),
  max_bulk_new_subscription_messages: Type.Integer(),
  max_reminder_note_length: Type.Integer(),
  max_icon_file_size_mib: Type.Integer(),
  max_logo_file_size_mib: Type.Integer(),
  max_avatar_file_size_mib: Type.Integer(),
  max_file_upload_size_mib: Type.Integer(),
  password_min_length: Type.Integer(),
  password_max_length: Type.Integer(),
  password_min_guesses: Type.Integer(),
  server_presence_ping_interval_seconds: Type.Integer(),
  server_presence_offline_threshold_seconds: Type.Integer(),
  server_typing_started_expiry_period_milliseconds: Type.Integer(),
  server_typing_stopped_wait_period_milliseconds: Type.Integer(),
  server_typing_started_wait_period_milliseconds: Type.Integer(),
  event_queue_longpoll_timeout_seconds: Type.Integer(),
  server_min_deactivated_realm_deletion_days: Nullable(Type.Integer()),
  server_max_deactivated_realm_deletion_days: Nullable(Type.Integer()),
  server_inline_image_preview: Type.Boolean(),
  server_inline_url_embed_preview: Type.Boolean(),
  server_thumbnail_formats: Type.Array(
    Type.Object({
      name: Type.String(),
      max_width: Type.Integer(),
      max_height: Type.Integer(),
      format: Type.String(),
      animated: Type.Boolean(),
    }),
  ),
  server_avatar_changes_disabled: Type.Boolean(),
  server_name_changes_disabled: Type.Boolean(),
  server_needs_upgrade: Type.Boolean(),
  server_web_public_streams_enabled: Type.Boolean(),
  server_terms_url: Nullable(Type.String()),
  server_privacy_url: Nullable(Type.String()),
  server_imprint_url: Nullable(Type.String()),
  server_jitsi_server_url: Nullable(Type.String()),
  server_can_summarize_topics: Type.Boolean(),
  realm_empty_topic_display_name: Type.String(),
  realm_available_video_chat_providers: MapOf(Type.Object({ name: Type.String(), id: VideoProvider })),
  giphy_rating_options: Choices,
  /** Where users search GIFs; '': nowhere. */
  server_gif_provider: Type.Union([Type.Literal(''), Type.Literal('tenor'), Type.Literal('giphy')]),
  realm_default_external_accounts: MapOf(
    Type.Object({ name: Type.String(), text: Type.String(), hint: Type.String(), url_pattern: Type.String() }),
  ),
  realm_is_zephyr_mirror_realm: Type.Boolean(),
  realm_upload_quota_mib: Nullable(Type.Integer()),
  realm_push_notifications_enabled_end_timestamp: Nullable(Type.Integer()),
  settings_send_digest_emails: Type.Boolean(),
  zulip_plan_is_not_limited: Type.Boolean(),
  upgrade_text_for_wide_organization_logo: Type.String(),
  server_supported_permission_settings: Type.Object({ realm: Rules, stream: Rules, group: Rules }),
};

/** The paths of generated images. */
export const DEFAULT_PICTURES = { icon: '/static/images/icon.svg', logo: '/static/images/logo.svg' } as const;

/** The organization's images, as paths on this server. */
export const pictures = (app: App) => ({
  realm_icon_url: pictureUrl(app, 'icon', DEFAULT_PICTURES.icon),
  realm_icon_source: app.realm.get('icon_source'),
  realm_logo_url: pictureUrl(app, 'logo', DEFAULT_PICTURES.logo),
  realm_logo_source: app.realm.get('logo_source'),
  realm_night_logo_url: pictureUrl(app, 'night_logo', DEFAULT_PICTURES.logo),
  realm_night_logo_source: app.realm.get('night_logo_source'),
});

function pictureUrl(app: App, slot: RealmSlot, usual: string): string {
  const picture = app.pictures.at(slot);
  return picture ? realmAddress(slot, picture) : `${usual}?v=1`;
}
