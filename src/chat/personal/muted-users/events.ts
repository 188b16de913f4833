import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';

const muted = { muted_users: Type.Array(Type.Object({ id: Type.Integer(), timestamp: Type.Integer() })) };

/** All users that somebody has muted. Only they receive it: nobody learns who muted them. */
export const mutedUsersChanged = event('muted_users', undefined, muted);

export const mutedUsers = state('muted_users', muted, ({ app, user }) => ({
  muted_users: user ? app.mutedUsers.ofUser(user.id) : [],
}));
