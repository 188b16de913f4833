import type { App } from '../../../app.ts';
import { SYSTEM_GROUPS, type SystemGroup } from './types.ts';

/**
 * The narrowest system group that holds everyone a group can hold, for fields from before permissions were groups. It follows
 * from the group alone and not from who is in it today: named people may be given any role, and a named group may be given
 * any people, without the setting being changed, and then nothing would tell clients of another value.
 */
export function narrowestAround(app: App, groupId: number): SystemGroup {
  const group = app.groups.byId(groupId)!;
  if (group.is_system) return group.name as SystemGroup;
  if (group.name !== null || app.groups.members(groupId).length > 0) return 'role:everyone';
  const around = app.groups.subgroups(groupId).map((id) => narrowestAround(app, id));
  return SYSTEM_GROUPS.findLast((name) => around.includes(name)) ?? 'role:nobody';
}

/** Whether one system group holds everyone another does. */
export const holdsAll = (outer: SystemGroup, inner: SystemGroup): boolean =>
  SYSTEM_GROUPS.indexOf(outer) >= SYSTEM_GROUPS.indexOf(inner);
