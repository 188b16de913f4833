import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { insufficientPermission } from '../../errors.ts';
import { personBehind, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../users/types.ts';
import { groupUpdated } from './events.ts';
import { requireFreeGroupName } from './names.ts';
import { changePermission, requirePermissionUpdate } from './permission-settings.ts';
import { GROUP_PERMISSION_RULES } from './permissions.ts';
import { requireGroupManager, requireNamedGroup } from './rules.ts';
import {
  GROUP_PERMISSIONS,
  type Group,
  type GroupPermission,
  type GroupSettingUpdate,
  type GroupSettingValue,
} from './types.ts';

export type GroupChange = { name?: string; description?: string } & { [N in GroupPermission]?: GroupSettingUpdate };

/**
 * Changes the settings of a group. Throws for callers who do not manage it, taken and invalid names, values the
 * permission cannot have, a stale `old`, and for anything but a new name of a deactivated group. Unchanged values
 * publish no event.
 */
export function updateGroup(app: App, actor: User, id: number, change: GroupChange): void {
  const group = requireNamedGroup(app, id);
  if (group.is_system) throw insufficientPermission();
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

function rename(app: App, group: Group, input: string | undefined): { name?: string } {
  if (input === undefined) return {};
  const name = requireFreeGroupName(app, input, group.id);
  if (name === group.name) return {};
  app.groups.setName(name, group.id);
  return { name };
}

function describe(app: App, group: Group, description: string | undefined): { description?: string } {
  if (description === undefined || description === group.description) return {};
  const creator = group.creator_id === null ? undefined : app.users.byId(group.creator_id);
  const change = { added: [[description]], replaced: [[group.description]] };
  if (creator) requireRoom(app, 'user_group', change, personBehind(creator));
  app.groups.setDescription(description, group.id);
  return { description };
}

function permit(app: App, group: Group, change: GroupChange): { [N in GroupPermission]?: GroupSettingValue } {
  const changed: { [N in GroupPermission]?: GroupSettingValue } = {};
  for (const name of GROUP_PERMISSIONS) {
    const update = change[name];
    if (update === undefined) continue;
    const old = group[name]!;
    requirePermissionUpdate(app, { name, rule: GROUP_PERMISSION_RULES[name], group: old }, update);
    changePermission(app, old, update, (held, value) => {
      app.groups.setPermission(group.id, name, held);
      changed[name] = value;
    });
  }
  return changed;
}
