import { ROLES } from '../../shared/roles.ts';
import type { Group, GroupValue, PermissionRule, Person } from '../server/types.ts';

/** The state that is needed to decide who has a permission. */
export interface MembershipContext {
  people: ReadonlyMap<number, Pick<Person, 'role' | 'date_joined' | 'is_bot'>>;
  groups: ReadonlyMap<number, Group>;
  /** Days until a member becomes a full member. */
  waiting: number;
  /** UNIX time in milliseconds. */
  now: number;
}

export const WIDEST: Record<string, number> = {
  'role:owners': ROLES.owner,
  'role:administrators': ROLES.administrator,
  'role:moderators': ROLES.moderator,
  'role:fullmembers': ROLES.member,
  'role:members': ROLES.member,
  'role:everyone': ROLES.guest,
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
    role <= ROLES.moderator ||
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
  if (rule && !rule.allow_everyone_group && (known.people.get(person)?.role ?? ROLES.guest) >= ROLES.guest)
    return false;
  return isMember(known, person, value);
}
