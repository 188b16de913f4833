import type { App } from '../../../app.ts';
import { SYSTEM_GROUPS, type SystemGroup } from './types.ts';

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
