import { type PermissionRule, permission } from '../../organization/realm/permissions.ts';
import type { GroupPermission } from './types.ts';

/** System groups have none. */
const ONLY_NAMED = { default_for_system_groups: 'role:nobody' } as const;

/** The permissions a named group has over itself. */
export const GROUP_PERMISSION_RULES: Record<GroupPermission, PermissionRule> = {
  can_add_members_group: permission('group_creator', ONLY_NAMED),
  can_join_group: permission('role:nobody', ONLY_NAMED),
  can_leave_group: permission('role:everyone', { allow_everyone: true, ...ONLY_NAMED }),
  can_manage_group: permission('group_creator', ONLY_NAMED),
  can_mention_group: permission('role:everyone', { allow_everyone: true, ...ONLY_NAMED }),
  can_remove_members_group: permission('role:nobody', ONLY_NAMED),
};
