import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../users/types.ts';
import { groupUpdated } from './events.ts';
import { requireFreeGroupName } from './names.ts';
import { GROUP_PERMISSION_RULES } from './permissions.ts';
import { requireAllowed, requireGroupManager, requireNamedGroup } from './rules.ts';
import {
  GROUP_PERMISSIONS,
  type Group,
  type GroupPermission,
  type GroupSettingUpdate,
  type GroupSettingValue,
} from './types.ts';
import { requireExpected, settingValue, storedValue } from './values.ts';

export type GroupChange = { name?: string; description?: string } & { [N in GroupPermission]?: GroupSettingUpdate };

/**
 * Changes the settings of a group. Throws for callers who do not manage it, taken and invalid names, values the
 * permission cannot have, a stale `old`, and for anything but a new name of a deactivated group. Unchanged values
 * publish no event.
 */
export function updateGroup(app: App, actor: User, id: number, change: GroupChange): void {
  const group = requireNamedGroup(app, id);
  if (group.is_system) throw badRequest('Insufficient permission');
  requireGroupManager(app, actor, group);
  const { name, ...rest } = change;
  if (group.deactivated && Object.keys(rest).length > 0)
    throw badRequest('You can only change name of deactivated user groups');
  app.db.write(() => {
    const data = {
      ...rename(app, group, name),
      ...describe(app, group, change.description),
      ...permit(app, group, change),
    };
    if (Object.keys(data).length === 0) return;
    app.events.publish(groupUpdated({ group_id: id, data, onlyNew: group.deactivated }), app.users.activeIds());
  });
}

function rename(app: App, group: Group, given: string | undefined): { name?: string } {
  if (given === undefined) return {};
  const name = requireFreeGroupName(app, given, group.id);
  if (name === group.name) return {};
  app.groups.setName(name, group.id);
  return { name };
}

function describe(app: App, group: Group, description: string | undefined): { description?: string } {
  if (description === undefined || description === group.description) return {};
  app.groups.setDescription(description, group.id);
  return { description };
}

function permit(app: App, group: Group, change: GroupChange): { [N in GroupPermission]?: GroupSettingValue } {
  const changed: { [N in GroupPermission]?: GroupSettingValue } = {};
  for (const name of GROUP_PERMISSIONS) {
    const update = change[name];
    if (update === undefined) continue;
    const old = group[name]!;
    requireExpected(app, name, update, old);
    requireAllowed(app, name, GROUP_PERMISSION_RULES[name], update.new);
    const held = storedValue(app, update.new);
    const value = settingValue(app, held);
    if (JSON.stringify(value) === JSON.stringify(settingValue(app, old))) {
      if (held !== old) app.groups.remove(held);
      continue;
    }
    app.groups.setPermission(group.id, name, held);
    app.groups.remove(old);
    changed[name] = value;
  }
  return changed;
}
