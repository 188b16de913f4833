import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { setRead } from '../../messages/flags/read-actions.ts';
import { unreadMessages } from '../../messages/flags/rules.ts';
import { flagsAdded } from '../../messages/messages/events.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import { requireAccessibleUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { mutedUsersChanged } from './events.ts';

/** Mutes a user and marks their messages as read. Throws for the caller, for inaccessible users, and muted users. */
export function muteUser(app: App, user: User, id: number): void {
  if (id === user.id) throw badRequest('Cannot mute self');
  requireAccessibleUser(app, user, id);
  if (app.mutedUsers.listMuters(id).has(user.id)) throw badRequest('User already muted');
  requireRoom(app, 'muted_user', ONE_ROW, user.id);
  app.db.write(() => {
    insertMutedUser(app, user, id, seconds(app.clock));
    const unread = unreadMessages(app, user).filter(({ sender_id }) => sender_id === id);
    const messages = setRead(app, user, unread, true);
    if (messages.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages }), [user.id]);
  });
}

/** Unmutes a user. Throws for users the caller neither sees nor has muted, and for users who are not muted. */
export function unmuteUser(app: App, user: User, id: number): void {
  if (!app.mutedUsers.listMuters(id).has(user.id)) {
    requireAccessibleUser(app, user, id);
    throw badRequest('User is not muted');
  }
  app.db.write(() => {
    app.mutedUsers.remove(user.id, id);
    publishMutedUsers(app, user);
  });
}

/** Stores that a user muted another one at a time in UNIX seconds. Call it inside `db.write`. */
export function insertMutedUser(app: App, user: User, mutedId: number, since: number): void {
  app.mutedUsers.add(user.id, mutedId, since);
  publishMutedUsers(app, user);
}

/** Publishes a user's own list. */
const publishMutedUsers = (app: App, { id }: User): void =>
  app.events.publish(mutedUsersChanged({ muted_users: app.mutedUsers.ofUser(id) }), [id]);
