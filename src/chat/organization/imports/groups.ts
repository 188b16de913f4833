import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { ROLES } from '../../../shared/roles.ts';
import { insertGroup, markGroupDeactivated } from '../../people/groups/actions.ts';
import { groupUpdated } from '../../people/groups/events.ts';
import { insertSubgroups } from '../../people/groups/member-actions.ts';
import { changePermission } from '../../people/groups/permission-actions.ts';
import { requireAllowed, requireNoCycle } from '../../people/groups/rules.ts';
import {
  GROUP_PERMISSION_RULES,
  GROUP_PERMISSIONS,
  type GroupPermission,
  type GroupSettingValue,
  SYSTEM_GROUPS,
  type SystemGroup,
} from '../../people/groups/types.ts';
import type { PermissionRule } from '../realm/permission-types.ts';
import { findUser, type ImportContext, writeOnce } from './context.ts';
import type { ImportedGroupSettings, ImportedPermission, ImportedPermissions } from './organization-types.ts';
import { importActor, type Outcome } from './people.ts';
import type { ImportedGroup } from './types.ts';

/** Stores a user group. A group with the same name is used as it is. */
export function writeGroup(context: ImportContext, group: ImportedGroup): Outcome {
  const { app, source } = context;
  if (app.imports.find(source.id, 'group', group.origin)) return 'known';
  const name = [...group.name.trim().replace(/^@/, '')].slice(0, 100).join('');
  if (name === '' || /^(role|user|stream|channel):/i.test(name)) return { reason: `'${group.name}' is no group name` };
  const same = app.groups.named(name);
  if (same?.is_system) return { reason: `'${name}' is a group of the system` };
  if (same) {
    app.imports.add(source.id, 'group', group.origin, same.id);
    // Its settings stay as they are, too.
    app.imports.add(source.id, 'setting', `group-settings ${group.origin}`, same.id);
    return 'linked';
  }
  const members = new Set<number>();
  for (const one of group.members) {
    const user = findUser(context, one);
    if (user) members.add(user.id);
    else context.skip('member', group.origin, `there is no user ${one}`);
  }
  const owner = app.users.active().find(({ role, is_bot }) => role === ROLES.owner && !is_bot);
  const id = insertGroup(app, owner ?? importActor(app), {
    name,
    description: group.description.slice(0, 1024),
    members: [...members],
    creator_id: group.creator === undefined ? undefined : (findUser(context, group.creator)?.id ?? null),
    date_created: group.created ?? seconds(app.clock),
  });
  app.imports.add(source.id, 'group', group.origin, id);
  return 'added';
}

/** Stores the subgroups and permissions of a group that this import created. */
export const writeGroupSettings = (context: ImportContext, settings: ImportedGroupSettings): Outcome =>
  writeOnce(context, settings, () => {
    const { app, source } = context;
    const id = app.imports.find(source.id, 'group', settings.origin)?.id;
    if (id === undefined) return { reason: 'the group is not imported' };
    addSubgroups(context, id, settings);
    setPermissions(context, id, settings.permissions);
    if (settings.is_deactivated) {
      markGroupDeactivated(app, id);
    }
    return { id };
  });

function addSubgroups(context: ImportContext, id: number, { origin, subgroups }: ImportedGroupSettings): void {
  const { app, skip } = context;
  const direct_subgroup_ids: number[] = [];
  for (const one of subgroups) {
    const subgroup = findGroup(context, one);
    if (subgroup === undefined) {
      skip('group', origin, `its subgroup ${one} is not imported`);
      continue;
    }
    requireNoCycle(app, id, subgroup);
    direct_subgroup_ids.push(subgroup);
  }
  insertSubgroups(app, id, direct_subgroup_ids);
}

function setPermissions(context: ImportContext, id: number, permissions: ImportedPermissions): void {
  const { app } = context;
  const data: { [N in GroupPermission]?: GroupSettingValue } = {};
  for (const name of GROUP_PERMISSIONS) {
    const value = permissionValue(context, `group ${id}`, { name, rule: GROUP_PERMISSION_RULES[name], permissions });
    if (value === undefined) continue;
    changePermission(app, app.groups.byId(id)![name]!, { new: value }, (held, changed) => {
      app.groups.setPermission(id, name, held);
      data[name] = changed;
    });
  }
  if (Object.keys(data).length > 0)
    app.events.publish(groupUpdated({ group_id: id, data, onlyNew: false }), app.users.activeIds());
}

/** The group here for a group of the other server, or for a group of the system by its name. */
function findGroup({ app, source }: ImportContext, origin: string): number | undefined {
  if (SYSTEM_GROUPS.includes(origin as SystemGroup)) return app.groups.system(origin as SystemGroup);
  return app.imports.find(source.id, 'group', origin)?.id;
}

interface NamedPermission {
  name: string;
  rule: PermissionRule;
  permissions: ImportedPermissions;
}

/** The value of a permission. undefined: the archive has none, or one that it cannot have here, which is reported. */
export function permissionValue(
  context: ImportContext,
  owner: string,
  { name, rule, permissions }: NamedPermission,
): GroupSettingValue | undefined {
  const imported = permissions[name];
  if (!imported) return undefined;
  const value = getMembers(context, imported);
  // Without any of its members, the permission would be somebody else's.
  const wasEmpty = imported.users.length === 0 && imported.groups.length === 0;
  if (!wasEmpty && value.direct_members.length === 0 && value.direct_subgroups.length === 0) {
    context.skip('permission', `${owner} ${name}`, 'nobody who has it is imported');
    return undefined;
  }
  try {
    const [only] = value.direct_subgroups;
    const isGroup = value.direct_members.length === 0 && value.direct_subgroups.length === 1;
    // Deactivated users keep their permissions, which they have again when they are reactivated.
    const active = value.direct_members.filter((id) => context.app.users.byId(id)?.is_active);
    requireAllowed(context.app, name, rule, isGroup ? only! : { ...value, direct_members: active });
    return value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.skip('permission', `${owner} ${name}`, error.message);
    return undefined;
  }
}

const getMembers = (context: ImportContext, { users, groups }: ImportedPermission) => ({
  direct_members: users.flatMap((one) => findUser(context, one)?.id ?? []),
  direct_subgroups: groups.flatMap((one) => findGroup(context, one) ?? []),
});
