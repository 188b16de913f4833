import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import { type PermissionRule, permission } from '../../organization/realm/permission-types.ts';

/** A value of a permission: a group's id, or an anonymous group with its members. */
export const GroupSettingValue = Type.Union([
  Type.Integer(),
  Type.Object(
    { direct_members: Type.Array(Type.Integer()), direct_subgroups: Type.Array(Type.Integer()) },
    { additionalProperties: false },
  ),
]);
export type GroupSettingValue = Static<typeof GroupSettingValue>;

/** A change of a permission. EXPECTATION_MISMATCH if `old` is not the current value. */
export const GroupSettingUpdate = Type.Object(
  { new: GroupSettingValue, old: Type.Optional(GroupSettingValue) },
  { additionalProperties: false },
);
export type GroupSettingUpdate = Static<typeof GroupSettingUpdate>;

/** The permissions every named group has over itself. */
export const GROUP_PERMISSIONS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;
export type GroupPermission = (typeof GROUP_PERMISSIONS)[number];

/** A named group as clients see it. */
export const UserGroup = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  members: Type.Array(Type.Integer()),
  direct_subgroup_ids: Type.Array(Type.Integer()),
  is_system_group: Type.Boolean(),
  creator_id: Nullable(Type.Integer()),
  date_created: Nullable(Type.Integer()),
  deactivated: Type.Boolean(),
  can_add_members_group: GroupSettingValue,
  can_join_group: GroupSettingValue,
  can_leave_group: GroupSettingValue,
  can_manage_group: GroupSettingValue,
  can_mention_group: GroupSettingValue,
  can_remove_members_group: GroupSettingValue,
});
export type UserGroup = Static<typeof UserGroup>;

/** A group as it is stored: named, system or anonymous. */
export interface Group extends Record<GroupPermission, number | null> {
  id: number;
  /** null: an anonymous group, the value of one setting. */
  name: string | null;
  description: string;
  is_system: boolean;
  deactivated: boolean;
  creator_id: number | null;
  date_created: number | null;
}

/** The system groups, smallest first. Each contains the one before it, except nobody. */
export const SYSTEM_GROUPS = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const;
export type SystemGroup = (typeof SYSTEM_GROUPS)[number];

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
