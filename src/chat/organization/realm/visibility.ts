import type { App } from '../../../app.ts';
import { minus, withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { publishNewFullMembers } from '../../channels/channels/full-members.ts';
import { withChannelVisibilityDiff } from '../../channels/channels/visibility.ts';
import { membersAdded, membersRemoved } from '../../people/groups/events.ts';
import { isFullMember } from '../../people/groups/rules.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import { ROLES, type User } from '../../people/users/types.ts';
import { userVisibility } from '../../people/users/visibility-changes.ts';

/**
 * Runs `work`, which changes which users guests can see, and publishes the users that became visible or invisible. Call
 * it inside `db.write`.
 */
export function withGuestVisibilityDiff(app: App, work: () => void): void {
  const guests = app.users.active().filter(({ id, role }) => role === ROLES.guest && app.queues.isListening(id));
  const everyone = app.users.all();
  const read = (guest: User) => new Set(accessibleUsers(app, guest, everyone).map(({ id }) => id));
  withVisibilityDiff(userVisibility(app, guests, everyone, read), work);
}

/**
 * Runs `work`, which changes who is a full member. Publishes the changes, and the channels that become visible or
 * invisible by them.
 */
export function withFullMemberDiff(app: App, work: () => void): void {
  publishNewFullMembers(app);
  const full = () =>
    new Set(
      app.users
        .active()
        .filter((user) => user.role === ROLES.member && isFullMember(app, user))
        .map(({ id }) => id),
    );
  withChannelVisibilityDiff(app, app.channels.all(), () => {
    const before = full();
    work();
    const after = full();
    const group_id = app.groups.system('role:fullmembers');
    const left = [...minus(before, after)];
    const joined = [...minus(after, before)];
    if (left.length > 0) app.events.publish(membersRemoved({ group_id, user_ids: left }), app.users.activeIds());
    if (joined.length > 0) app.events.publish(membersAdded({ group_id, user_ids: joined }), app.users.activeIds());
  });
}
