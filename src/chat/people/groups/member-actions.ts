import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { channelsVisibleThrough, withChannelVisibilityDiff } from '../../channels/channels/visibility-actions.ts';
import { insufficientPermission } from '../../errors.ts';
import { notifyMembers } from '../../messages/notices/actions.ts';
import type { User } from '../users/types.ts';
import { addMembers, addSubgroups, type GroupChange, removeMembers, removeSubgroups, updateGroup } from './actions.ts';
import { groupAdded, groupRemoved, groupUpdated, membersAdded, membersRemoved } from './events.ts';
import { requireGroupManager, requireNamedGroup, requireOwnGroup } from './rules.ts';
import type { Group } from './types.ts';
import { requireUnused } from './usage-rules.ts';
import { groupView } from './views.ts';

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
    if (Object.keys(rest).length > 0) updateGroup(app, actor, groupId, rest);
    if (deactivated === true) deactivateGroup(app, actor, groupId);
  });
}

/** Deactivates a group. Throws for callers who do not manage it, and if something depends on the group. */
export function deactivateGroup(app: App, actor: User, groupId: number): void {
  requireGroupManager(app, actor, requireOwnGroup(app, groupId));
  requireUnused(app, actor, groupId);
  app.db.write(() => {
    app.groups.setDeactivated(1, groupId);
    app.events.publish(
      groupUpdated({ group_id: groupId, data: { deactivated: true }, onlyNew: true }),
      app.users.activeIds(),
    );
    app.events.publish(groupRemoved({ group_id: groupId }), app.users.activeIds());
  });
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
