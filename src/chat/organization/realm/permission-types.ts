import type { SystemGroup } from '../../people/groups/types.ts';

/** Which values a permission can have, and its default. */
export interface PermissionRule {
  default: SystemGroup | 'channel_creator' | 'group_creator';
  allow_nobody: boolean;
  allow_everyone: boolean;
  allow_internet: boolean;
  require_system_group: boolean;
  /** Empty: any. */
  allowed_system_groups: readonly SystemGroup[];
  /** Its value for system groups themselves; null: not applicable. */
  default_for_system_groups: SystemGroup | null;
}

/** The default rule: it cannot be given to guests, and can be given to nobody. */
export const permission = (
  held: PermissionRule['default'],
  differently: Partial<PermissionRule> = {},
): PermissionRule => ({
  default: held,
  allow_nobody: true,
  allow_everyone: false,
  allow_internet: false,
  require_system_group: false,
  allowed_system_groups: [],
  default_for_system_groups: null,
  ...differently,
});

/** The permissions of the organization: who may do what anywhere in it. */
export const REALM_PERMISSIONS = {
  can_access_all_users_group: permission('role:everyone', {
    allow_everyone: true,
    allow_nobody: false,
    require_system_group: true,
    allowed_system_groups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: permission('role:members'),
  can_add_subscribers_group: permission('role:members'),
  can_create_bots_group: permission('role:members'),
  can_create_groups: permission('role:members'),
  can_create_private_channel_group: permission('role:members'),
  can_create_public_channel_group: permission('role:members'),
  can_create_web_public_channel_group: permission('role:owners', {
    require_system_group: true,
    allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: permission('role:members'),
  can_delete_any_message_group: permission('role:administrators'),
  can_delete_own_message_group: permission('role:everyone', { allow_everyone: true }),
  can_invite_users_group: permission('role:members'),
  can_manage_all_groups: permission('role:owners', { allow_nobody: false }),
  can_manage_billing_group: permission('role:administrators', { allow_nobody: false }),
  can_mention_many_users_group: permission('role:administrators', { allow_everyone: true }),
  can_move_messages_between_channels_group: permission('role:members'),
  can_move_messages_between_topics_group: permission('role:everyone', { allow_everyone: true }),
  can_resolve_topics_group: permission('role:everyone', { allow_everyone: true }),
  /** Whose mails are posted. `role:internet`: those of everyone who knows an address. */
  can_send_mail_group: permission('role:internet', { allow_everyone: true, allow_internet: true }),
  can_set_delete_message_policy_group: permission('role:moderators'),
  can_set_topics_policy_group: permission('role:members', { allow_everyone: true }),
  can_summarize_topics_group: permission('role:everyone', { allow_everyone: true }),
  create_multiuse_invite_group: permission('role:administrators'),
  direct_message_initiator_group: permission('role:everyone', { allow_everyone: true }),
  direct_message_permission_group: permission('role:everyone', { allow_everyone: true }),
} satisfies Record<string, PermissionRule>;
export type RealmPermission = keyof typeof REALM_PERMISSIONS;
