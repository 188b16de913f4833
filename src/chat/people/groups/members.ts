import type { App } from '../../../app.ts';
import type { Role, User } from '../users/types.ts';
import { isFullMember } from './rules.ts';
import type { Group, SystemGroup } from './types.ts';

const ROLE_GROUPS: Record<Role, SystemGroup> = {
  100: 'role:owners',
  200: 'role:administrators',
  300: 'role:moderators',
  400: 'role:members',
  600: 'role:everyone',
};

/** The system groups someone is a direct member of: that of the role, and for a member of some time the full members too. */
export function roleGroups(app: App, user: User): SystemGroup[] {
  const own = ROLE_GROUPS[user.role];
  return own === 'role:members' && isFullMember(app, user) ? ['role:fullmembers', own] : [own];
}

/** The active people directly in a group, ascending. */
export function directMembers(app: App, group: Group): number[] {
  if (group.is_system) return membersByRole(app, app.users.active()).get(group.name as SystemGroup) ?? [];
  const active = app.users.activeIds();
  return app.groups.members(group.id).filter((id) => active.has(id));
}

/** The active people in a group, directly and through the groups in it that are in use, ascending. */
export function allMembers(app: App, group: Group): number[] {
  const { people, roles } = app.groups.within(group.id);
  const active = app.users.activeIds();
  const members = new Set([...people].filter((id) => active.has(id)));
  for (const name of roles)
    for (const id of directMembers(app, app.groups.byId(app.groups.system(name))!)) members.add(id);
  return [...members].sort((a, b) => a - b);
}

/** The groups within a group, however deep, ascending. */
export function subgroupsBelow(app: App, groupId: number): number[] {
  const groups = new Set(app.groups.below(groupId));
  groups.delete(groupId);
  return [...groups].sort((a, b) => a - b);
}

/** The groups a group is in, however deep, anonymous ones too, and the group itself. */
export function groupsAbove(app: App, groupId: number, found = new Set([groupId])): Set<number> {
  for (const id of app.groups.above(groupId)) if (!found.has(id)) groupsAbove(app, id, found.add(id));
  return found;
}

/** The direct members of all system groups among these people, each list in the order given. */
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
