import type { App } from '../../../app.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import type { User } from '../users/types.ts';
import { isFullMember, settingValue } from './rules.ts';
import {
  GROUP_PERMISSIONS,
  type Group,
  type GroupPermission,
  type GroupSettingValue,
  SYSTEM_GROUPS,
  type SystemGroup,
  type UserGroup,
} from './types.ts';

const ROLE_GROUPS: Record<Role, SystemGroup> = {
  [ROLES.owner]: 'role:owners',
  [ROLES.administrator]: 'role:administrators',
  [ROLES.moderator]: 'role:moderators',
  [ROLES.member]: 'role:members',
  [ROLES.guest]: 'role:everyone',
};

/**
 * The system groups that a user is a direct member of: the group of the role, and "full members" after the waiting
 * period.
 */
export function roleGroups(app: App, user: User): SystemGroup[] {
  const own = ROLE_GROUPS[user.role];
  return own === 'role:members' && isFullMember(app, user) ? ['role:fullmembers', own] : [own];
}

/** The active direct members of a group, by id. */
export function directMembers(app: App, group: Group): number[] {
  if (group.is_system) return membersByRole(app, app.users.active()).get(group.name as SystemGroup) ?? [];
  const active = app.users.activeIds();
  return app.groups.members(group.id).filter((id) => active.has(id));
}

/** The active members of a group, direct and through its active subgroups, by id. */
export function allMembers(app: App, group: Group): number[] {
  const { people, roles } = app.groups.within(group.id);
  const active = app.users.activeIds();
  const members = new Set([...people].filter((id) => active.has(id)));
  for (const name of roles)
    for (const id of directMembers(app, app.groups.byId(app.groups.system(name))!)) members.add(id);
  return [...members].sort((a, b) => a - b);
}

/** The subgroups of a group at any depth, by id. */
export function subgroupsBelow(app: App, groupId: number): number[] {
  const groups = new Set(app.groups.below(groupId));
  groups.delete(groupId);
  return [...groups].sort((a, b) => a - b);
}

/** The group itself and all groups that contain it at any depth, including anonymous ones. */
export function groupsAbove(app: App, groupId: number, found = new Set([groupId])): Set<number> {
  for (const id of app.groups.above(groupId)) if (!found.has(id)) groupsAbove(app, id, found.add(id));
  return found;
}

/** The direct members of all system groups among these users, each list in the given order. */
function membersByRole(app: App, people: readonly User[]): Map<SystemGroup, number[]> {
  const members = new Map<SystemGroup, number[]>();
  for (const user of people)
    for (const name of roleGroups(app, user)) {
      const list = members.get(name);
      if (list) list.push(user.id);
      else members.set(name, [user.id]);
    }
  return members;
}

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
    ...getPermissions(app, group),
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

const getPermissions = (app: App, group: Group): Record<GroupPermission, GroupSettingValue> =>
  Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, settingValue(app, group[name]!)])) as Record<
    GroupPermission,
    GroupSettingValue
  >;

/**
 * The smallest system group that contains everyone who can be in a group, for fields from before permissions were
 * groups. It depends on the group alone, not on its current members. Named users can get any role and named groups any
 * member without a change of the setting, and no event would tell clients about another value.
 */
export function narrowestAround(app: App, groupId: number): SystemGroup {
  const group = app.groups.byId(groupId)!;
  if (group.is_system) return group.name as SystemGroup;
  if (group.name !== null || app.groups.members(groupId).length > 0) return 'role:everyone';
  const around = app.groups.subgroups(groupId).map((id) => narrowestAround(app, id));
  return SYSTEM_GROUPS.findLast((name) => around.includes(name)) ?? 'role:nobody';
}

/** Whether one system group contains another. */
export const holdsAll = (outer: SystemGroup, inner: SystemGroup): boolean =>
  SYSTEM_GROUPS.indexOf(outer) >= SYSTEM_GROUPS.indexOf(inner);
