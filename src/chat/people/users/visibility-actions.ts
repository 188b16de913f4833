import type { App } from '../../../app.ts';
import type { Audience } from '../../../kernel/events/bus.ts';
import { minus, type Visibility, withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { inaccessibleUserAdded, userAdded, userRemoved, userUpdated } from './events.ts';
import { accessibleUsers, canSeeEmail, usersWithAccessTo } from './rules.ts';
import type { User } from './types.ts';
import { avatarUrl, isOpen, person, unknownUser } from './views.ts';

/** Publishes a user to an audience that can now see them. Call it inside `db.write`. */
function publishVisible(app: App, user: User, audience: Audience): void {
  const own = person(app, user, user, { clientGravatar: false, profileData: true });
  const [trusted, others] = byTrust(app, user, audience);
  app.events.publish(userAdded({ person: own, gravatar: avatarUrl(app, user, true, true) }), trusted);
  if (others.length === 0) return;
  app.events.publish(
    userAdded({ person: { ...own, delivery_email: null }, gravatar: avatarUrl(app, user, true, false) }),
    others,
  );
}

/** Publishes to guests that they can no longer see a user. Call it inside `db.write`. */
function publishHidden(app: App, user: User, audience: Audience): void {
  app.events.publish(userRemoved({ person: { user_id: user.id, full_name: user.full_name } }), audience);
}

/** Publishes a new user: the profile to those who can see it, and an unknown user to all others. */
export function publishNewUser(app: App, user: User): void {
  const viewers = usersWithAccessTo(app, user);
  publishVisible(app, user, viewers);
  if (viewers.size === app.users.activeIds().size) return;
  const others = minus(app.users.activeIds(), viewers);
  app.events.publish(inaccessibleUserAdded({ person: unknownUser(app, user) }), others);
}

/** The users that each of these viewers can see. `read` returns the ids of the users that a viewer can see now. */
export const userVisibility = (
  app: App,
  viewers: readonly User[],
  users: readonly User[],
  read: (viewer: User) => ReadonlySet<number>,
): Visibility<User> => ({
  subjects: users,
  read() {
    const visible = viewers.map((viewer) => [viewer.id, read(viewer)] as const);
    return ({ id }) => new Set(visible.flatMap(([viewer, ids]) => (ids.has(id) ? viewer : [])));
  },
  show: (user, gained) => publishVisible(app, user, gained),
  hide: (user, lost) => publishHidden(app, user, lost),
});

/**
 * Runs `work`, which changes a user's role. Then publishes the users and addresses that they can see now, and those
 * they can no longer see. Call it inside `db.write`.
 */
export function withRoleVisibilityDiff(app: App, { id, is_active }: User, work: () => void): void {
  if (!is_active) {
    work();
    return;
  }
  const others = app.users.all().filter((user) => user.id !== id);
  const before = app.users.byId(id)!;
  const seen = listIds(accessibleUsers(app, before, others));
  const read = () => listIds(accessibleUsers(app, app.users.byId(id)!, others));
  withVisibilityDiff(userVisibility(app, [before], others, read), work);
  const after = app.users.byId(id)!;
  for (const user of accessibleUsers(app, after, others))
    if (seen.has(user.id) && canSeeEmail(before, user) !== canSeeEmail(after, user))
      publishEmailVisible(app, user, after);
}

const listIds = (users: readonly User[]): Set<number> => new Set(users.map(({ id }) => id));

function publishEmailVisible(app: App, user: User, viewer: User): void {
  const delivery_email = canSeeEmail(viewer, user) ? user.email : null;
  app.events.publish(userUpdated({ person: { user_id: user.id, delivery_email } }), [viewer.id]);
}

/** Splits the audience into those who see the real address and those who do not. */
function byTrust(app: App, user: User, audience: Audience): [trusted: Audience, others: readonly number[]] {
  if (isOpen(user)) return [audience, []];
  const trusted: number[] = [];
  const others: number[] = [];
  for (const id of audience) (canSeeEmail(app.users.byId(id), user) ? trusted : others).push(id);
  return [trusted, others];
}
