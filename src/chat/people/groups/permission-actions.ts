import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { PermissionRule } from '../../organization/realm/permission-types.ts';
import type { User } from '../users/types.ts';
import { canonical, requireAllowed, settingValue, storedValue } from './rules.ts';
import type { GroupSettingUpdate, GroupSettingValue } from './types.ts';

/** A permission of the organization, a channel or a group. */
export interface PermissionSetting {
  name: string;
  rule: PermissionRule;
  /** The group that has it now. */
  group: number;
}

/**
 * Throws EXPECTATION_MISMATCH for an update whose `old` is not the current value, and errors for values that the
 * permission cannot have.
 */
export function requirePermissionUpdate(app: App, setting: PermissionSetting, update: GroupSettingUpdate): void {
  const { name, rule, group } = setting;
  if (update.old !== undefined && !isSame(canonical(app, update.old), canonical(app, settingValue(app, group))))
    throw new ApiError(400, 'EXPECTATION_MISMATCH', "'old' value does not match the expected value.", {
      field_name: name,
    });
  requireAllowed(app, name, rule, update.new);
}

/**
 * Gives a permission to another group. `write` stores the group and publishes it. Returns the new value; undefined if
 * the permission has it already. Call it inside `db.write`.
 */
export function changePermission(
  app: App,
  old: number,
  update: GroupSettingUpdate,
  write: (group: number, value: GroupSettingValue) => void,
): GroupSettingValue | undefined {
  const group = storedValue(app, update.new);
  const value = settingValue(app, group);
  if (isSame(value, settingValue(app, old))) {
    if (group !== old) app.groups.remove(group);
    return undefined;
  }
  write(group, value);
  app.groups.remove(old);
  return value;
}

/** The group that has a permission of a new channel or group, by default the rule's. Call it inside `db.write`. */
export function initialPermission(app: App, rule: PermissionRule, creator: User, value?: GroupSettingValue): number {
  if (value !== undefined) return storedValue(app, value);
  if (rule.default !== 'channel_creator' && rule.default !== 'group_creator') return app.groups.system(rule.default);
  return storedValue(app, { direct_members: creator.is_system ? [] : [creator.id], direct_subgroups: [] });
}

const isSame = (one: GroupSettingValue, other: GroupSettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
