import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import { reach, type Viewer } from '../channels/rules.ts';
import { FLAG, type StoredMessage } from './types.ts';

type Located = Pick<StoredMessage, 'id' | 'recipient_id'>;

/** Whether someone was among those a message was sent to, at the time it was sent. */
export const received = (app: App, userId: number, { id, recipient_id }: Located): boolean =>
  app.subscriptions.received(userId, recipient_id, id, id) !== undefined;

/** Received, or taken into one's own messages later (starred, marked unread). */
export const hasCopy = (app: App, userId: number, message: Located): boolean =>
  received(app, userId, message) || ((app.messages.flagsOf(userId, message.id) ?? 0) & FLAG.copy) !== 0;

/** Whether someone may read a message now. The one rule behind every read path. */
export function mayRead(app: App, viewer: Viewer, message: Located): boolean {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (!channel) return viewer !== undefined && app.messages.people(message.recipient_id)!.includes(viewer.id);
  const within = reach(app, viewer, channel);
  return within === 'all' || (within === 'received' && received(app, viewer!.id, message));
}

/** The message, if the viewer may read it; one that is not there and one out of reach are refused alike. */
export function requireReadable(app: App, viewer: Viewer, id: number): StoredMessage {
  const message = app.messages.byId(id);
  if (!message || !mayRead(app, viewer, message)) throw badRequest('Invalid message(s)');
  return message;
}

/**
 * Those whom changes of a message reach: all who have it among their own and may still read it. For events about
 * reactions, edits and deletion; queues with all_public_streams are beside this.
 */
export function holders(app: App, message: StoredMessage): Set<number> {
  const channel = app.channels.byRecipient(message.recipient_id);
  const ids = new Set(channel ? app.subscriptions.subscribersOf(channel.id) : app.messages.people(message.recipient_id)!);
  if (channel) {
    // A subscriber of a shared history may have the message on screen without having received it.
    if (!channel.history_public_to_subscribers && channel.invite_only)
      for (const id of ids) if (!received(app, id, message)) ids.delete(id);
    for (const { user_id } of app.messages.flagHolders(message.id)) {
      const user = app.users.byId(user_id)!;
      if (user.is_active && mayRead(app, user, message)) ids.add(user_id);
    }
  }
  return ids;
}

/** Whether all of the world may hear of it: the channel is public. */
export const isPublic = (app: App, { recipient_id }: Located): boolean => app.channels.byRecipient(recipient_id)?.invite_only === false;
