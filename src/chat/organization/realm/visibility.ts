import type { App } from '../../../app.ts';
import { publishNewFullMembers } from '../../channels/channels/full-members.ts';
import { withVisibilityDiff } from '../../channels/channels/visibility.ts';
import { membersAdded, membersRemoved } from '../../people/groups/events.ts';
import { isFullMember } from '../../people/groups/rules.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import { publishHidden, publishVisible } from '../../people/users/visibility-changes.ts';

/**
 * Runs `work`, which changes which users guests can see, and publishes the users that became visible or invisible. Call
 * it inside `db.write`.
 */
export function withGuestVisibilityDiff(app: App, work: () => void): void {
  const guests = app.users.active().filter(({ id, role }) => role === 600 && app.queues.isListening(id));
  const everyone = app.users.all();
  const known = () => guests.map((guest) => new Set(accessibleUsers(app, guest, everyone).map(({ id }) => id)));
  const before = known();
  work();
  const after = known();
  for (const person of everyone) {
    const told = (gains: boolean) =>
      guests.flatMap(({ id }, at) =>
        before[at]!.has(person.id) !== after[at]!.has(person.id) && after[at]!.has(person.id) === gains ? id : [],
      );
    const gained = told(true);
    const lost = told(false);
    if (gained.length > 0) publishVisible(app, person, gained);
    if (lost.length > 0) publishHidden(app, person, lost);
  }
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
        .filter((user) => user.role === 400 && isFullMember(app, user))
        .map(({ id }) => id),
    );
  withVisibilityDiff(app, app.channels.all(), () => {
    const before = full();
    work();
    const after = full();
    const group_id = app.groups.system('role:fullmembers');
    const left = [...before].filter((id) => !after.has(id));
    const joined = [...after].filter((id) => !before.has(id));
    if (left.length > 0) app.events.publish(membersRemoved({ group_id, user_ids: left }), app.users.activeIds());
    if (joined.length > 0) app.events.publish(membersAdded({ group_id, user_ids: joined }), app.users.activeIds());
  });
}
