import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { insufficientPermission, invalidUser } from '../../errors.ts';
import { personBehind, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../users/types.ts';
import { groupAdded, groupUpdated, membersAdded, membersRemoved, subgroupsAdded, subgroupsRemoved } from './events.ts';
import { changePermission, initialPermission, requirePermissionUpdate } from './permission-actions.ts';
import {
  hasRealmPermission,
  requireAllowed,
  requireCanAddMembers,
  requireCanAddSubgroups,
  requireCanRemoveMembers,
  requireCanRemoveSubgroups,
  requireFreeGroupName,
  requireGroup,
  requireGroupManager,
  requireNamedGroup,
  requireNoCycle,
  requireOwnGroup,
} from './rules.ts';
import {
  GROUP_PERMISSION_RULES,
  GROUP_PERMISSIONS,
  type Group,
  type GroupPermission,
  type GroupSettingUpdate,
  type GroupSettingValue,
} from './types.ts';
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

/** Adds users to a group. Throws for unknown and deactivated users, and for members. */
export function addMembers(app: App, actor: User, groupId: number, ids: readonly number[]): void {
  const group = requireOwnGroup(app, groupId);
  const user_ids = distinct(ids);
  requireCanAddMembers(app, actor, group, user_ids);
  requireRoomInGroups(app, group.creator_id, 'user_group_member', user_ids);
  const members = app.groups.members(groupId);
  for (const id of user_ids) {
    requirePerson(app, id);
    if (members.includes(id)) throw badRequest(`User ${id} is already a member of this group`);
  }
  app.db.write(() => {
    for (const id of user_ids) app.groups.addMember(groupId, id);
    app.events.publish(membersAdded({ group_id: groupId, user_ids }), app.users.activeIds());
  });
}

/** Removes users from a group. Throws for users who are not members. */
export function removeMembers(app: App, actor: User, groupId: number, ids: readonly number[]): void {
  const group = requireOwnGroup(app, groupId);
  const user_ids = distinct(ids);
  requireCanRemoveMembers(app, actor, group, user_ids);
  const members = app.groups.members(groupId);
  for (const id of user_ids)
    if (!members.includes(id)) throw badRequest(`There is no member '${id}' in this user group`);
  app.db.write(() => {
    for (const id of user_ids) app.groups.removeMember(groupId, id);
    app.events.publish(membersRemoved({ group_id: groupId, user_ids }), app.users.activeIds());
  });
}

/** Adds groups to a group. Throws for a group that is in it already, and for one that contains it at any depth. */
export function addSubgroups(app: App, actor: User, groupId: number, ids: readonly number[]): void {
  const group = requireOwnGroup(app, groupId);
  requireCanAddSubgroups(app, actor, group);
  const direct_subgroup_ids = distinct(ids);
  requireRoomInGroups(app, group.creator_id, 'user_group_subgroup', direct_subgroup_ids);
  for (const id of direct_subgroup_ids) {
    requireGroup(app, id);
    if (app.groups.subgroups(group.id).includes(id))
      throw badRequest(`User group ${id} is already a subgroup of this group.`);
    requireNoCycle(app, group.id, id);
  }
  app.db.write(() => {
    for (const id of direct_subgroup_ids) app.groups.addSubgroup(group.id, id);
    app.events.publish(subgroupsAdded({ group_id: group.id, direct_subgroup_ids }), app.users.activeIds());
  });
}

/** Removes groups from a group. Throws for groups that are not in it. */
export function removeSubgroups(app: App, actor: User, groupId: number, ids: readonly number[]): void {
  const group = requireOwnGroup(app, groupId);
  requireCanRemoveSubgroups(app, actor, group);
  const direct_subgroup_ids = distinct(ids);
  for (const id of direct_subgroup_ids)
    if (!app.groups.subgroups(group.id).includes(id))
      throw badRequest(`User group ${id} is not a subgroup of this group.`);
  app.db.write(() => {
    for (const id of direct_subgroup_ids) app.groups.removeSubgroup(group.id, id);
    app.events.publish(subgroupsRemoved({ group_id: group.id, direct_subgroup_ids }), app.users.activeIds());
  });
}

/** Throws if the groups that one person created would have too many members. Others' groups have no such limit. */
function requireRoomInGroups(
  app: App,
  creatorId: number | null,
  table: 'user_group_member' | 'user_group_subgroup',
  added: readonly number[],
): void {
  const creator = creatorId === null ? undefined : app.users.byId(creatorId);
  if (creator) requireRoom(app, table, { added: added.map(() => []) }, personBehind(creator));
}

/** Users who may add others can see all users: guests can only join. */
function requirePerson(app: App, id: number): void {
  const user = app.users.byId(id);
  if (!user?.is_active || user.is_system) throw invalidUser(id);
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

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
