import type { App } from '../../app.ts';
import { seconds } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import { tellChange } from '../channels/change.ts';
import { holdsInChannel } from '../channels/rules.ts';
import { mayInRealm } from '../groups/rules.ts';
import type { User } from '../users/types.ts';
import { messagesDeleted } from './events.ts';
import { holders, isPublic, requireReadable } from './rules.ts';
import type { StoredMessage } from './types.ts';

/** Deletes a message for good. Refuses one out of reach, and one the person may not delete (any more). */
export function deleteMessage(app: App, actor: User, id: number): void {
  const message = requireReadable(app, actor, id);
  // What is archived stays as it is, for administrators too.
  if (app.channels.byRecipient(message.recipient_id)?.is_archived) throw badRequest('Invalid message(s)');
  requireDeletable(app, actor, message);
  app.db.write(() => {
    const audience = holders(app, message);
    const channel = app.channels.byRecipient(message.recipient_id);
    const publicly = isPublic(app, message);
    app.messages.remove(id);
    app.messages.removeFlagsOfMessage(id);
    app.reactions.removeOfMessage(id);
    app.events.publish(messagesDeleted({ ids: [id], channel_id: channel?.id, topic: message.subject }), audience, publicly);
    if (channel?.first_message_id === id) {
      const first = app.channels.firstMessage(message.recipient_id) ?? null;
      app.channels.set(channel.id, 'first_message_id', first);
      tellChange(app, channel, 'first_message_id', first);
    }
  });
}

/** Those who may delete any message may delete this one; its sender (or the owner of the bot that sent it) within the time limit. */
function requireDeletable(app: App, actor: User, message: StoredMessage): void {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (mayInRealm(app, actor, 'can_delete_any_message_group')) return;
  if (channel && holdsInChannel(app, actor, channel, 'can_delete_any_message_group')) return;
  const sender = app.users.byId(message.sender_id)!;
  const isOwn = sender.id === actor.id || sender.bot_owner_id === actor.id;
  const mayOwn =
    mayInRealm(app, actor, 'can_delete_own_message_group') ||
    (channel && holdsInChannel(app, actor, channel, 'can_delete_own_message_group'));
  if (!isOwn || !mayOwn) throw badRequest("You don't have permission to delete this message");
  const limit = app.realm.get('message_content_delete_limit_seconds');
  if (limit !== null && seconds(app.clock) - message.date_sent > limit + GRACE)
    throw badRequest('The time limit for deleting this message has passed');
}

/** For the time a request is on its way. */
const GRACE = 20;
