import type { App } from '../../../app.ts';
import { withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { accessibleUsers, canAccessUser, isLimited } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { userVisibility } from '../../people/users/visibility-changes.ts';
import type { Channel } from '../channels/types.ts';

/**
 * Runs `work`, which subscribes users to channels or unsubscribes them. Then publishes visibility changes to guests who
 * see only users that share a channel with them. Call it inside `db.write`.
 */
export function withUserVisibilityDiff(
  app: App,
  people: readonly User[],
  channels: readonly Channel[],
  work: () => void,
): void {
  const moved = new Set(people.map(({ id }) => id));
  const concerned = app.users
    .active()
    .filter((user) => app.queues.isListening(user.id) && isLimited(app, user))
    .filter(
      ({ id }) => moved.has(id) || channels.some((channel) => app.subscriptions.subscribersOf(channel.id).has(id)),
    );
  if (concerned.length === 0) {
    work();
    return;
  }
  // Users who do not move gain or lose sight only of those who do.
  const everyone = concerned.some(({ id }) => moved.has(id)) ? app.users.all() : people;
  const read = (guest: User) => {
    const users = moved.has(guest.id) ? accessibleUsers(app, guest, everyone) : accessibleAmong(app, guest, people);
    return new Set(users.map(({ id }) => id));
  };
  withVisibilityDiff(userVisibility(app, concerned, everyone, read), work);
}

/** Up to this many users are checked one by one instead of against the list of all users the guest can see. */
const FEW = 20;

const accessibleAmong = (app: App, guest: User, people: readonly User[]): User[] =>
  people.length < FEW
    ? people.filter((person) => canAccessUser(app, guest, person))
    : accessibleUsers(app, guest, people);
