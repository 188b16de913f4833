import type { App } from '../../../app.ts';
import { directMembers, membersByRole } from './members.ts';
import {
  GROUP_PERMISSIONS,
  type Group,
  type GroupPermission,
  type GroupSettingValue,
  type SystemGroup,
  type UserGroup,
} from './types.ts';
import { settingValue } from './values.ts';

/** A named group as all users see it. */
export function groupView(app: App, group: Group, members: readonly number[] = directMembers(app, group)): UserGroup {
  return {
    id: group.id,
    name: group.name!,
    description: group.description,
    members: [...members],
    direct_subgroup_ids: [...app.groups.subgroups(group.id)],
    is_system_group: group.is_system,
    creator_id: group.creator_id,
    date_created: group.date_created,
    deactivated: group.deactivated,
    ...permissionsOf(app, group),
  };
}

/** All named groups. */
export function groupViews(app: App, { deactivated }: { deactivated: boolean }): UserGroup[] {
  const byRole = membersByRole(app, app.users.active());
  return app.groups
    .allNamed()
    .filter((group) => deactivated || !group.deactivated)
    .map((group) => groupView(app, group, group.is_system ? (byRole.get(group.name as SystemGroup) ?? []) : undefined));
}

const permissionsOf = (app: App, group: Group): Record<GroupPermission, GroupSettingValue> =>
  Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, settingValue(app, group[name]!)])) as Record<
    GroupPermission,
    GroupSettingValue
  >;
