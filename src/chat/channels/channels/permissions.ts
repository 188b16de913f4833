import { type PermissionRule, permission } from '../../organization/realm/permissions.ts';

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
