import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { MapOf } from '../../../kernel/http/schema.ts';
import { state } from '../../declare.ts';
import { DoNotDisturb, NEVER } from './types.ts';
import { quietUsersFor } from './views.ts';

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
