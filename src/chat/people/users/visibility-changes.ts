import type { App } from '../../../app.ts';
import type { Audience } from '../../../kernel/events/bus.ts';
import { canSeeEmail } from './email-visibility-rules.ts';
import { inaccessibleUserAdded, userAdded, userRemoved, userUpdated } from './events.ts';
import { accessibleUsers, usersWithAccessTo } from './rules.ts';
import type { User } from './types.ts';
import { avatarUrl, isOpen, person, unknownUser } from './views.ts';

/** Publishes a user to an audience that can now see them. Call it inside `db.write`. */
export function publishVisible(app: App, user: User, audience: Audience): void {
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
export function publishHidden(app: App, user: User, audience: Audience): void {
  app.events.publish(userRemoved({ person: { user_id: user.id, full_name: user.full_name } }), audience);
}

/** Publishes a new user: the profile to those who can see it, and an unknown user to all others. */
export function publishNewUser(app: App, user: User): void {
  const knowers = usersWithAccessTo(app, user);
  publishVisible(app, user, knowers);
  if (knowers.size === app.users.activeIds().size) return;
  const strangers = [...app.users.activeIds()].filter((id) => !knowers.has(id));
  app.events.publish(inaccessibleUserAdded({ person: unknownUser(app, user) }), strangers);
}

/**
 * Publishes what changed in a user's visibility of others after a change of role: users and addresses that they can see
 * now, and those they can no longer see. `before` is the user before the change. Call it inside `db.write`.
 */
export function publishVisibilityChanges(app: App, before: User, after: User): void {
  const everyone = app.users.all().filter(({ id }) => id !== after.id);
  const knew = accessible(app, before, everyone);
  const knows = accessible(app, after, everyone);
  for (const user of everyone) {
    if (knows.has(user.id) && !knew.has(user.id)) publishVisible(app, user, [after.id]);
    else if (knew.has(user.id) && !knows.has(user.id)) publishHidden(app, user, [after.id]);
    else if (knows.has(user.id) && canSeeEmail(before, user) !== canSeeEmail(after, user))
      publishEmailVisible(app, user, after);
  }
}

const accessible = (app: App, viewer: User, users: readonly User[]): Set<number> =>
  new Set(accessibleUsers(app, viewer, users).map(({ id }) => id));

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
