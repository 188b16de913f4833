import type { Group, GroupValue, PermissionRule, Person } from '../server/types.ts';
import { ROLE } from './roles.ts';

/** The state that is needed to decide who has a permission. */
export interface MembershipContext {
  people: ReadonlyMap<number, Pick<Person, 'role' | 'date_joined' | 'is_bot'>>;
  groups: ReadonlyMap<number, Group>;
  /** Days until a member becomes a full member. */
  waiting: number;
  /** UNIX time in milliseconds. */
  now: number;
}

const WIDEST: Record<string, number> = {
  'role:owners': ROLE.owner,
  'role:administrators': ROLE.administrator,
  'role:moderators': ROLE.moderator,
  'role:fullmembers': ROLE.member,
  'role:members': ROLE.member,
  'role:everyone': ROLE.guest,
};
const DAY = 86_400_000;

/**
 * Whether a user is in a group or an anonymous group: directly, by role, or through subgroups of any depth. Each group
 * is visited once (`visited`), however many paths lead to it.
 */
export function isMember(
  known: MembershipContext,
  person: number,
  value: GroupValue,
  visited = new Set<number>(),
): boolean {
  const within = (id: number): boolean => isMember(known, person, id, visited);
  if (typeof value !== 'number') return value.direct_members.includes(person) || value.direct_subgroups.some(within);
  if (visited.has(value)) return false;
  visited.add(value);
  const group = known.groups.get(value);
  if (!group || group.deactivated) return false;
  if (!group.is_system_group) return group.members.includes(person) || group.direct_subgroup_ids.some(within);
  if (group.name === 'role:internet') return true;
  const { role = Number.POSITIVE_INFINITY, date_joined = '' } = known.people.get(person) ?? {};
  if (!(role <= (WIDEST[group.name] ?? 0))) return false;
  return (
    group.name !== 'role:fullmembers' ||
    role <= ROLE.moderator ||
    known.now - Date.parse(date_joined) >= known.waiting * DAY
  );
}

/** Whether a user has a permission. Guests have none that cannot be assigned to everyone. */
export function userHasPermission(
  known: MembershipContext,
  person: number,
  value: GroupValue,
  rule?: Pick<PermissionRule, 'allow_everyone_group'>,
): boolean {
  if (rule && !rule.allow_everyone_group && (known.people.get(person)?.role ?? ROLE.guest) >= ROLE.guest) return false;
  return isMember(known, person, value);
}

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
