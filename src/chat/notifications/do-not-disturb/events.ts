import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { event } from '../../../kernel/events/event.ts';
import { MapOf } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { DoNotDisturb, NEVER } from './types.ts';

/**
 * By user id: until when the active users whom the viewer can see want no notifications, in seconds. Their schedules
 * are their own, so an event says when one begins.
 */
export function quietUsersFor(app: App, viewer: User): Record<string, number> {
  const quiet = app.doNotDisturb.quiet(seconds(app.clock));
  const people = [...quiet.keys()].map((id) => app.users.byId(id)!).filter(({ is_active }) => is_active);
  return Object.fromEntries(accessibleUsers(app, viewer, people).map(({ id }) => [id, quiet.get(id)!]));
}

/** The user changed when they want no notifications. */
export const doNotDisturbChanged = event('do_not_disturb', 'own', { do_not_disturb: DoNotDisturb });

/** By user id: when do not disturb ends that began or ended now, in seconds; 0: it is off. */
export const quietUsersChanged = event('do_not_disturb', 'users', { quiet_users: MapOf(Type.Integer()) });

export const doNotDisturb = state(
  'do_not_disturb',
  { do_not_disturb: DoNotDisturb, quiet_users: MapOf(Type.Integer()) },
  ({ app, user }) => ({
    do_not_disturb: (user && app.doNotDisturb.ofUser(user.id)) ?? NEVER,
    quiet_users: user ? quietUsersFor(app, user) : {},
  }),
);
