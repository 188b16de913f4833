import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { channelsVisibleThrough, withChannelVisibilityDiff } from '../../channels/channels/visibility-actions.ts';
import { notifyMembers } from '../../messages/notices/actions.ts';
import type { User } from '../users/types.ts';
import { membersAdded, membersRemoved, subgroupsAdded, subgroupsRemoved } from './events.ts';
import {
  distinct,
  requireCanAddMembers,
  requireCanAddSubgroups,
  requireCanRemoveMembers,
  requireCanRemoveSubgroups,
  requireGroup,
  requireNoCycle,
  requireOwnGroup,
  requirePerson,
  requireRoomInGroups,
} from './rules.ts';
import type { Group } from './types.ts';

export interface MembersChange {
  add?: readonly number[];
  delete?: readonly number[];
  add_subgroups?: readonly number[];
  delete_subgroups?: readonly number[];
}

/**
 * Adds and removes users and groups of a group, all or nothing. Publishes channels to users who can see them because of
 * it.
 */
export function changeMembers(app: App, actor: User, groupId: number, change: MembersChange): void {
  const has = (list: readonly number[] | undefined): list is readonly number[] => list !== undefined && list.length > 0;
  app.db.write(() => {
    withChannelVisibilityDiff(app, channelsVisibleThrough(app, groupId), () => {
      if (has(change.add)) addMembers(app, actor, groupId, change.add);
      if (has(change.delete)) removeMembers(app, actor, groupId, change.delete);
      if (has(change.add_subgroups)) addSubgroups(app, actor, groupId, change.add_subgroups);
      if (has(change.delete_subgroups)) removeSubgroups(app, actor, groupId, change.delete_subgroups);
    });
    const group = requireOwnGroup(app, groupId);
    if (has(change.add)) notifyMembers(app, actor, group, 'added', change.add);
    if (has(change.delete)) notifyMembers(app, actor, group, 'removed', change.delete);
  });
}

/**
 * Makes a user a direct member of a group, or removes the user from it, without checking permissions. For a directory
 * that decides about memberships. Does nothing for system groups and deactivated groups. Returns whether something
 * changed.
 */
export function setMembership(app: App, user: User, group: Group, isMember: boolean): boolean {
  if (group.is_system || group.deactivated || app.groups.members(group.id).includes(user.id) === isMember) return false;
  const change = { group_id: group.id, user_ids: [user.id] };
  app.db.write(() => {
    withChannelVisibilityDiff(app, channelsVisibleThrough(app, group.id), () => {
      if (isMember) app.groups.addMember(group.id, user.id);
      else app.groups.removeMember(group.id, user.id);
      app.events.publish(isMember ? membersAdded(change) : membersRemoved(change), app.users.activeIds());
    });
  });
  return true;
}

/** Adds a user to a group without checking who may. Call it inside `db.write`. */
export function joinGroup(app: App, user: User, groupId: number): void {
  app.groups.addMember(groupId, user.id);
  app.events.publish(membersAdded({ group_id: groupId, user_ids: [user.id] }), app.users.activeIds());
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
  app.db.write(() => insertSubgroups(app, group.id, direct_subgroup_ids));
}

/** Adds groups to a group without checking who may. Call it inside `db.write`. */
export function insertSubgroups(app: App, group_id: number, direct_subgroup_ids: readonly number[]): void {
  if (direct_subgroup_ids.length === 0) return;
  for (const id of direct_subgroup_ids) app.groups.addSubgroup(group_id, id);
  app.events.publish(
    subgroupsAdded({ group_id, direct_subgroup_ids: [...direct_subgroup_ids] }),
    app.users.activeIds(),
  );
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
