import {
  type Static,
  type TBoolean,
  type TInteger,
  type TNull,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
} from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';
import type { Config } from '../../../settings/config.ts';
import { ROLES } from '../../../shared/roles.ts';
import { CALL_PROVIDERS } from '../../integrations/calls/types.ts';
import type { RealmPermission } from './permission-types.ts';

/** One property of the organization: its shape, its default, and whether only owners may change it. */
interface Setting<Schema extends TSchema = TSchema> {
  schema: Schema;
  default: Static<Schema>;
  ownerOnly?: true;
}

const flag = (value: boolean, ownerOnly?: true): Setting<TBoolean> => ({
  schema: Type.Boolean(),
  default: value,
  ...(ownerOnly && { ownerOnly }),
});
const text = (value: string, maxLength: number): Setting<TString> => ({
  schema: Type.String({ maxLength }),
  default: value,
});
const integer = (value: number, minimum?: number): Setting<TInteger> => ({
  schema: Type.Integer(minimum === undefined ? {} : { minimum }),
  default: value,
});
const nullableText = (maxLength: number): Setting<TUnion<[TString, TNull]>> => ({
  schema: Nullable(Type.String({ maxLength })),
  default: null,
});
/** Seconds, or null for no limit. */
const limit = (value: number): Setting<TUnion<[TInteger, TNull]>> => ({
  schema: Nullable(Type.Integer({ minimum: 1 })),
  default: value,
});
const choice = <const V extends readonly (string | number)[]>(
  values: V,
  value: V[number],
): Setting<TUnsafe<V[number]>> => ({
  schema: OneOf(...values),
  default: value,
});
/** A channel's id; -1: none. */
const channel = () => integer(-1);

/**
 * The organization's properties by their names in PATCH /realm and realm events; /register sends each as
 * `realm_<name>`. Permissions (`can_…_group`) are in permissions.ts.
 */
export const REALM_SETTINGS = {
  name: text('Klatch', 40),
  description: text('', 1000),
  date_created: integer(0, 0),
  uuid: text('', 36),
  allow_message_editing: flag(true),
  avatar_changes_disabled: flag(false),
  /** Deactivated: nobody can sign in. */
  deactivated: flag(false),
  default_code_block_language: text('', 40),
  default_language: text('en', 50),
  /** Deletes archived channels permanently when the days in which they can be restored have passed. */
  delete_archived_channels: flag(false, true),
  digest_emails_enabled: flag(false),
  digest_weekday: choice([0, 1, 2, 3, 4, 5, 6], 1),
  disallow_disposable_email_addresses: flag(true, true),
  email_changes_disabled: flag(false),
  emails_restricted_to_domains: flag(false, true),
  enable_guest_user_dm_warning: flag(true),
  enable_guest_user_indicator: flag(true),
  enable_read_receipts: flag(true),
  enable_spectator_access: flag(false),
  /** The GIF ratings that clients may offer: 0 none, then the strictest first. */
  giphy_rating: choice([0, 1, 2, 3, 4, 5], 2),
  icon_source: choice(['G', 'U'], 'G'),
  inline_image_preview: flag(true),
  inline_url_embed_preview: flag(false),
  invite_required: flag(true, true),
  /** Users with this role, or a higher one, need a second factor to sign in with a password; 0: nobody. */
  second_factor_required_role: { ...choice([0, ...Object.values(ROLES)], 0), ownerOnly: true },
  jitsi_server_url: nullableText(200),
  logo_source: choice(['D', 'U'], 'D'),
  message_content_allowed_in_email_notifications: flag(true),
  message_content_delete_limit_seconds: limit(600),
  message_content_edit_limit_seconds: limit(600),
  message_edit_history_visibility_policy: choice(['all', 'moves', 'none'], 'all'),
  /** Days; -1: forever. */
  message_retention_days: { ...integer(-1, -1), ownerOnly: true },
  moderation_request_channel_id: channel(),
  move_messages_between_streams_limit_seconds: limit(604_800),
  move_messages_within_stream_limit_seconds: limit(604_800),
  name_changes_disabled: flag(false),
  new_stream_announcements_stream_id: channel(),
  night_logo_source: choice(['D', 'U'], 'D'),
  org_type: choice([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], 0),
  plan_type: choice([1], 1),
  push_notifications_enabled: flag(false),
  require_e2ee_push_notifications: flag(false),
  require_unique_names: flag(false),
  send_welcome_emails: flag(true),
  signup_announcements_stream_id: channel(),
  topics_policy: choice(['allow_empty_topic', 'disable_empty_topic'], 'allow_empty_topic'),
  /** See `videoCallProviders`. */
  video_chat_provider: choice(Object.values(CALL_PROVIDERS), CALL_PROVIDERS.jitsi),
  /** Days after which a member becomes a full member. */
  waiting_period_threshold: { ...integer(0, 0), ownerOnly: true },
  want_advertise_in_communities_directory: flag(false),
  welcome_message_custom_text: text('', 8000),
  zulip_update_announcements_stream_id: channel(),
} satisfies Record<string, Setting>;

type Settings = typeof REALM_SETTINGS;
/** A permission is the id of its group; null: the default group in permissions.ts. */
export type RealmSettings = { [N in keyof Settings]: Static<Settings[N]['schema']> } & Record<
  RealmPermission,
  number | null
>;

/** The available video call providers: Jitsi, and those that the operator has configured. */
export const videoCallProviders = ({
  choices,
}: Config): Record<string, { name: string; id: Static<typeof REALM_SETTINGS.video_chat_provider.schema> }> => ({
  disabled: { name: 'None', id: CALL_PROVIDERS.none },
  jitsi_meet: { name: 'Jitsi Meet', id: CALL_PROVIDERS.jitsi },
  ...(choices.bigBlueButtonUrl &&
    choices.bigBlueButtonSecret && { big_blue_button: { name: 'BigBlueButton', id: CALL_PROVIDERS.bigBlueButton } }),
  ...(choices.zoomAccountId &&
    choices.zoomClientId &&
    choices.zoomClientSecret && { zoom_server_to_server: { name: 'Zoom', id: CALL_PROVIDERS.zoom } }),
  ...(choices.callUrl && { call_url: { name: new URL(choices.callUrl).host, id: CALL_PROVIDERS.link } }),
});
