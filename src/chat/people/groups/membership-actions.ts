import type { App } from '../../../app.ts';
import { channelsVisibleThrough, withChannelVisibilityDiff } from '../../channels/channels/visibility.ts';
import type { User } from '../users/types.ts';
import { membersAdded, membersRemoved } from './events.ts';
import type { Group } from './types.ts';

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
