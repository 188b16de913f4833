import type { App } from '../../../app.ts';
import type { GroupSettingValue } from './types.ts';

/** A stored permission as clients see it: the id of a named group, or an anonymous group with its members. */
export function settingValue(app: App, groupId: number): GroupSettingValue {
  if (app.groups.byId(groupId)!.name !== null) return groupId;
  return { direct_members: [...app.groups.members(groupId)], direct_subgroups: [...app.groups.subgroups(groupId)] };
}

/**
 * The simplest form of a value: a single subgroup is its id, no members at all are role:nobody. Ids are unique and
 * ascending.
 */
export function canonical(app: App, value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const direct_members = ascending(value.direct_members);
  const direct_subgroups = ascending(value.direct_subgroups);
  if (direct_members.length > 0 || direct_subgroups.length > 1) return { direct_members, direct_subgroups };
  return direct_subgroups[0] ?? app.groups.system('role:nobody');
}

/** Returns the group for a value, and creates it if it is anonymous. Call it inside `db.write`. */
export function storedValue(app: App, setting: GroupSettingValue): number {
  const value = canonical(app, setting);
  if (typeof value === 'number') return value;
  const { id } = app.groups.add({ name: null, description: '', is_system: 0, creator_id: null, date_created: null });
  for (const member of value.direct_members) app.groups.addMember(id, member);
  for (const subgroup of value.direct_subgroups) app.groups.addSubgroup(id, subgroup);
  return id;
}

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
