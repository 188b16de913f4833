import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { originalRecipient, requireReadableMessage } from '../messages/rules.ts';
import { FLAG } from '../messages/types.ts';
import { changedFor } from './rules.ts';

/**
 * The ids of users who have read a message: of those who have it, all people who share read receipts. Excludes its
 * sender, bots, deactivated users, users the viewer cannot see, and users with a mute between them and the viewer.
 * Throws if the organization has disabled read receipts.
 */
export function listReaders(app: App, viewer: User, messageId: number): number[] {
  const message = requireReadableMessage(app, viewer, messageId);
  if (!app.realm.get('enable_read_receipts')) throw badRequest('Read receipts are disabled in this organization.');
  const changed = changedFor(app, messageId);
  const received = new Set(app.subscriptions.receivers(originalRecipient(message), messageId, messageId));
  // By default a message is unread for those who received it, and read for users who made it their own later.
  const readers = [...received].filter((id) => changed.has(id) && app.users.byId(id)!.date_joined <= message.date_sent);
  for (const { user_id, flags } of app.messages.flagHolders(messageId))
    if (flags & FLAG.copy && !received.has(user_id) && !changed.has(user_id)) readers.push(user_id);
  const muters = app.mutedUsers.listMuters(viewer.id);
  const people = readers
    .filter((id) => id !== message.sender_id && !muters.has(id) && !app.mutedUsers.listMuters(id).has(viewer.id))
    .map((id) => app.users.byId(id)!)
    .filter(({ is_active, is_bot, settings }) => is_active && !is_bot && settings.send_read_receipts);
  return accessibleUsers(app, viewer, people)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
