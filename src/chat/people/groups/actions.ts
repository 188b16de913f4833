import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { channelsVisibleThrough, withChannelVisibilityDiff } from '../../channels/channels/visibility-actions.ts';
import { insufficientPermission } from '../../errors.ts';
import { personBehind, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../users/types.ts';
import { groupAdded, groupRemoved, groupUpdated } from './events.ts';
import { changePermission, initialPermission, requirePermissionUpdate } from './permission-actions.ts';
import {
  distinct,
  hasRealmPermission,
  requireAllowed,
  requireFreeGroupName,
  requireGroup,
  requireGroupManager,
  requireNamedGroup,
  requireOwnGroup,
  requirePerson,
  requireRoomInGroups,
} from './rules.ts';
import {
  GROUP_PERMISSION_RULES,
  GROUP_PERMISSIONS,
  type Group,
  type GroupPermission,
  type GroupSettingUpdate,
  type GroupSettingValue,
  SYSTEM_GROUPS,
} from './types.ts';
import { requireUnused } from './usage-rules.ts';
import { groupView } from './views.ts';

export type GroupDraft = {
  name: string;
  description: string;
  members: readonly number[];
  subgroups?: readonly number[];
  /** The actor if undefined; null: nobody is known to have created it. */
  creator_id?: number | null | undefined;
  /** In seconds; now if undefined. */
  date_created?: number | undefined;
} & { [N in GroupPermission]?: GroupSettingValue };

/** Creates a named group. Its creator manages it unless the request says otherwise. */
export function createGroup(app: App, actor: User, draft: GroupDraft): number {
  if (!hasRealmPermission(app, actor, 'can_create_groups')) throw insufficientPermission();
  const name = requireFreeGroupName(app, draft.name);
  const members = distinct(draft.members);
  const subgroups = distinct(draft.subgroups ?? []);
  requireRoom(app, 'user_group', { added: [[name, draft.description]] }, personBehind(actor));
  requireRoomInGroups(app, actor.id, 'user_group_member', members);
  requireRoomInGroups(app, actor.id, 'user_group_subgroup', subgroups);
  for (const id of members) requirePerson(app, id);
  for (const id of subgroups) requireGroup(app, id);
  for (const permission of GROUP_PERMISSIONS)
    if (draft[permission] !== undefined)
      requireAllowed(app, permission, GROUP_PERMISSION_RULES[permission], draft[permission]);
  return insertGroup(app, actor, { ...draft, name, members, subgroups });
}

/** Creates a named group without checking names, members and permissions. Returns its id. */
export function insertGroup(app: App, actor: User, draft: GroupDraft): number {
  return app.db.write(() => {
    const { id } = app.groups.add({
      name: draft.name,
      description: draft.description,
      is_system: 0,
      creator_id: draft.creator_id === undefined ? actor.id : draft.creator_id,
      date_created: draft.date_created ?? seconds(app.clock),
    });
    for (const permission of GROUP_PERMISSIONS)
      app.groups.setPermission(
        id,
        permission,
        initialPermission(app, GROUP_PERMISSION_RULES[permission], actor, draft[permission]),
      );
    for (const member of draft.members) app.groups.addMember(id, member);
    for (const subgroup of draft.subgroups ?? []) app.groups.addSubgroup(id, subgroup);
    app.events.publish(groupAdded({ group: groupView(app, app.groups.byId(id)!) }), app.users.activeIds());
    return id;
  });
}

export type GroupChange = { name?: string; description?: string } & { [N in GroupPermission]?: GroupSettingUpdate };

/**
 * Changes the settings of a group. Throws for callers who do not manage it, taken and invalid names, values the
 * permission cannot have, a stale `old`, and for anything but a new name of a deactivated group. Unchanged values
 * publish no event.
 */
function changeSettings(app: App, actor: User, id: number, change: GroupChange): void {
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

/** Changes a group's settings, or whether it is active. */
export function changeGroup(
  app: App,
  actor: User,
  groupId: number,
  change: GroupChange & { deactivated?: boolean },
): void {
  const { deactivated, ...rest } = change;
  if (Object.keys(change).length === 0) throw badRequest('No new data supplied');
  app.db.write(() => {
    if (deactivated === false) reactivateGroup(app, actor, groupId);
    if (Object.keys(rest).length > 0) changeSettings(app, actor, groupId, rest);
    if (deactivated === true) deactivateGroup(app, actor, groupId);
  });
}

/** Deactivates a group. Throws for callers who do not manage it, and if something depends on the group. */
export function deactivateGroup(app: App, actor: User, groupId: number): void {
  requireGroupManager(app, actor, requireOwnGroup(app, groupId));
  requireUnused(app, actor, groupId);
  app.db.write(() => markGroupDeactivated(app, groupId));
}

/** Deactivates a group without checking who may, and who needs it. Call it inside `db.write`. */
export function markGroupDeactivated(app: App, group_id: number): void {
  app.groups.setDeactivated(1, group_id);
  const data = { deactivated: true };
  app.events.publish(groupUpdated({ group_id, data, onlyNew: true }), app.users.activeIds());
  app.events.publish(groupRemoved({ group_id }), app.users.activeIds());
}

/** Reactivates a group. Does nothing if it is active. */
function reactivateGroup(app: App, actor: User, groupId: number): void {
  const group = requireNamedGroup(app, groupId);
  if (group.is_system) throw insufficientPermission();
  requireGroupManager(app, actor, group);
  if (!group.deactivated) return;
  withChannelVisibilityDiff(app, channelsVisibleThrough(app, groupId), () => {
    app.groups.setDeactivated(0, groupId);
    app.events.publish(
      groupUpdated({ group_id: groupId, data: { deactivated: false }, onlyNew: true }),
      app.users.activeIds(),
    );
    app.events.publish(
      groupAdded({ group: groupView(app, app.groups.byId(groupId)!), returning: true }),
      app.users.activeIds(),
    );
  });
}

const DESCRIPTIONS = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
};

/** Creates the groups of all roles in a new organization; each contains the one before. Call it inside `db.write`. */
export function createSystemGroups(app: App): void {
  const ids = SYSTEM_GROUPS.map(
    (name) =>
      app.groups.add({ name, description: DESCRIPTIONS[name], is_system: 1, creator_id: null, date_created: null }).id,
  );
  for (let at = 2; at < ids.length; at++) app.groups.addSubgroup(ids[at]!, ids[at - 1]!);
  for (const id of ids) for (const name of GROUP_PERMISSIONS) app.groups.setPermission(id, name, ids[0]!);
}
