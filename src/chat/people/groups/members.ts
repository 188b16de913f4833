import type { App } from '../../../app.ts';
import { ROLES, type Role, type User } from '../users/types.ts';
import { isFullMember } from './rules.ts';
import type { Group, SystemGroup } from './types.ts';

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
export function membersByRole(app: App, people: readonly User[]): Map<SystemGroup, number[]> {
  const members = new Map<SystemGroup, number[]>();
  for (const user of people)
    for (const name of roleGroups(app, user)) {
      const list = members.get(name);
      if (list) list.push(user.id);
      else members.set(name, [user.id]);
    }
  return members;
}
