import type { Group, GroupValue, PermissionRule } from '../server/types.ts';
import { WIDEST } from './permissions.ts';

/**
 * The simplest form of a value, as the server stores it: a single group becomes its ID, an empty value the nobody
 * group.
 */
export function simplestValue(
  { direct_members, direct_subgroups }: Exclude<GroupValue, number>,
  nobody: number,
): GroupValue {
  const members = byRank(direct_members);
  const groups = byRank(direct_subgroups.filter((id) => id !== nobody));
  if (members.length > 0 || groups.length > 1) return { direct_members: members, direct_subgroups: groups };
  return groups[0] ?? nobody;
}

/** The expanded form of a value. */
export const expandedValue = (value: GroupValue): Exclude<GroupValue, number> =>
  typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;

/** The system groups that a permission can be assigned to, narrowest first. */
export function rolesFor(rule: PermissionRule | undefined, groups: Iterable<Group>): Group[] {
  const forbidden = (name: string) =>
    name === 'role:internet'
      ? !rule?.allow_internet_group
      : (name === 'role:nobody' && rule?.allow_nobody_group === false) ||
        (name === 'role:everyone' && rule?.allow_everyone_group === false);
  const known = (name: string) => !rule?.allowed_system_groups?.length || rule.allowed_system_groups.includes(name);
  return [...groups]
    .filter(({ is_system_group, name }) => is_system_group && !forbidden(name) && known(name))
    .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}
const ORDER = ['role:nobody', ...Object.keys(WIDEST), 'role:internet'];

const byRank = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
