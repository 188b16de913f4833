import { type Static, type TOptional, Type } from 'typebox';
import { Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { type PermissionRule, permission } from '../../organization/realm/permission-types.ts';
import { GroupSettingValue } from '../../people/groups/types.ts';

/** The permissions of a channel, in the order of its columns. */
export const CHANNEL_PERMISSIONS = {
  can_add_subscribers_group: permission('role:nobody'),
  can_administer_channel_group: permission('channel_creator'),
  can_delete_any_message_group: permission('role:nobody', { allow_everyone: true }),
  can_delete_own_message_group: permission('role:nobody', { allow_everyone: true }),
  can_move_messages_out_of_channel_group: permission('role:nobody', { allow_everyone: true }),
  can_move_messages_within_channel_group: permission('role:nobody', { allow_everyone: true }),
  can_remove_subscribers_group: permission('role:administrators', { allow_everyone: true }),
  can_resolve_topics_group: permission('role:nobody', { allow_everyone: true }),
  can_send_message_group: permission('role:everyone', { allow_everyone: true }),
  can_subscribe_group: permission('role:nobody'),
} satisfies Record<string, PermissionRule>;
export type ChannelPermission = keyof typeof CHANNEL_PERMISSIONS;
export const CHANNEL_PERMISSION_NAMES = Object.keys(CHANNEL_PERMISSIONS) as ChannelPermission[];

/** In the order of the numbers that Zulip's tables have for them, which begin at 1. */
export const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
export const TopicsPolicy = OneOf(...TOPICS_POLICIES);
export type TopicsPolicy = Static<typeof TopicsPolicy>;

/** A channel as it is stored; a permission is the id of its group. */
export interface Channel extends Record<ChannelPermission, number> {
  id: number;
  recipient_id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: number;
  /** null: created by the server. */
  creator_id: number | null;
  /** Private. */
  invite_only: boolean;
  is_web_public: boolean;
  /** false: protected history; users read only what they received. */
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  is_default: boolean;
  is_recently_active: boolean;
  /** The average number of messages per week; null: younger than a week. */
  weekly_traffic: number | null;
  first_message_id: number | null;
  /** null: the organization's default; -1: forever. */
  message_retention_days: number | null;
  topics_policy: TopicsPolicy;
  folder_id: number | null;
}

/** A channel as clients see it. */
export const ChannelView = Type.Object({
  stream_id: Type.Integer(),
  name: Type.String(),
  is_archived: Type.Boolean(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: Type.Integer(),
  creator_id: Nullable(Type.Integer()),
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  stream_post_policy: Type.Integer({ deprecated: true }),
  is_announcement_only: Type.Boolean({ deprecated: true }),
  message_retention_days: Nullable(Type.Integer()),
  history_public_to_subscribers: Type.Boolean(),
  first_message_id: Nullable(Type.Integer()),
  folder_id: Nullable(Type.Integer()),
  topics_policy: TopicsPolicy,
  is_recently_active: Type.Boolean(),
  subscriber_count: Type.Integer(),
  stream_weekly_traffic: Nullable(Type.Integer()),
  can_add_subscribers_group: GroupSettingValue,
  can_administer_channel_group: GroupSettingValue,
  can_delete_any_message_group: GroupSettingValue,
  can_delete_own_message_group: GroupSettingValue,
  can_move_messages_out_of_channel_group: GroupSettingValue,
  can_move_messages_within_channel_group: GroupSettingValue,
  can_remove_subscribers_group: GroupSettingValue,
  can_resolve_topics_group: GroupSettingValue,
  can_send_message_group: GroupSettingValue,
  can_subscribe_group: GroupSettingValue,
});
export type ChannelView = Static<typeof ChannelView>;

/**
 * The settings of a new channel; what is missing has its default. The parameters of all endpoints that create channels.
 */
export const ChannelOptions = {
  invite_only: Type.Boolean({ default: false }),
  is_web_public: Type.Boolean({ default: false }),
  is_default_stream: Type.Boolean({ default: false }),
  history_public_to_subscribers: Maybe(Type.Boolean()),
  message_retention_days: Maybe(Type.Union([OneOf('realm_default', 'unlimited'), Type.Integer()])),
  folder_id: Maybe(Type.Integer()),
  topics_policy: Type.Unsafe<TopicsPolicy>({ ...TopicsPolicy, default: 'inherit' }),
  ...(Object.fromEntries(CHANNEL_PERMISSION_NAMES.map((name) => [name, Maybe(GroupSettingValue)])) as Record<
    ChannelPermission,
    TOptional<typeof GroupSettingValue>
  >),
};
const optionsShape = Type.Object(ChannelOptions);
export type ChannelOptions = Partial<Static<typeof optionsShape>>;
export type ChannelDraft = ChannelOptions & { name: string; description?: string | undefined };
