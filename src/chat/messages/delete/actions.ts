import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { publishChannelChange } from '../../channels/channels/change-permissions.ts';
import { hasChannelPermission } from '../../channels/channels/rules.ts';
import { invalidMessages } from '../../errors.ts';
import { detachFiles } from '../../files/attachments/actions.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import type { User } from '../../people/users/types.ts';
import { messagesDeleted } from '../messages/events.ts';
import { groupByRecipients } from '../messages/recipients-of-messages.ts';
import { canRead, isPublic, requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';

/**
 * Deletes a message; administrators can restore it for some time. Throws for a message the caller cannot read or may
 * not delete (any more).
 */
export function deleteMessage(app: App, actor: User, id: number): void {
  const message = requireReadableMessage(app, actor, id);
  // Archived channels cannot be changed, not even by administrators.
  if (app.channels.byRecipient(message.recipient_id)?.is_archived) throw invalidMessages();
  requireDeletable(app, actor, message);
  removeMessages(app, [message], { by: actor.id });
}

/** A deletion that can be undone: by a user, or null by the message retention. */
export interface Deletion {
  by: number | null;
}

/**
 * Deletes messages without checking permissions: permanently, or to restore them later if it is a user's or the
 * retention's `deletion`. Users who had them receive one event for each group of messages with the same recipients and
 * topic.
 */
export function removeMessages(app: App, messages: readonly StoredMessage[], deletion?: Deletion): void {
  const isKept = deletion !== undefined && app.config.choices.restoreDays > 0;
  app.db.write(() => {
    if (isKept) for (const { id } of messages) app.deletedMessages.keep(id, seconds(app.clock), deletion.by);
    const losses = groupByRecipients(app, messages);
    for (const message of messages) detachFiles(app, message, canRead);
    for (const { id } of messages) {
      app.messages.remove(id);
      app.messages.removeFlagsOfMessage(id);
      app.reactions.removeOfMessage(id);
      app.reminders.forgetMessage(id);
    }
    for (const { messages: alike, people } of losses)
      for (const [topic, ofTopic] of Map.groupBy(alike, ({ subject }) => subject)) {
        const { recipient_id } = ofTopic[0]!;
        const channel_id = app.channels.byRecipient(recipient_id)?.id;
        const ids = ofTopic.map(({ id }) => id);
        app.events.publish(messagesDeleted({ ids, channel_id, topic }), people, isPublic(app, ofTopic[0]!));
      }
    for (const recipient of new Set(messages.map(({ recipient_id }) => recipient_id))) keepFirst(app, recipient);
  });
}

/** The first message of a channel may have changed. */
export function keepFirst(app: App, recipient: number): void {
  const channel = app.channels.byRecipient(recipient);
  const first = app.channels.firstMessage(recipient) ?? null;
  if (!channel || channel.first_message_id === first) return;
  app.channels.set(channel.id, 'first_message_id', first);
  publishChannelChange(app, channel, 'first_message_id', first);
}

/**
 * Users with the permission may delete any message; its sender, or the owner of the bot that sent it, within the time
 * limit.
 */
function requireDeletable(app: App, actor: User, message: StoredMessage): void {
  const channel = app.channels.byRecipient(message.recipient_id);
  if (hasRealmPermission(app, actor, 'can_delete_any_message_group')) return;
  if (channel && hasChannelPermission(app, actor, channel, 'can_delete_any_message_group')) return;
  const sender = app.users.byId(message.sender_id)!;
  const isOwn = sender.id === actor.id || sender.bot_owner_id === actor.id;
  const mayOwn =
    hasRealmPermission(app, actor, 'can_delete_own_message_group') ||
    (channel && hasChannelPermission(app, actor, channel, 'can_delete_own_message_group'));
  if (!isOwn || !mayOwn) throw badRequest("You don't have permission to delete this message");
  const limit = app.realm.get('message_content_delete_limit_seconds');
  if (limit !== null && seconds(app.clock) - message.date_sent > limit + GRACE)
    throw badRequest('The time limit for deleting this message has passed');
}

/** For the time a request is on its way. */
const GRACE = 20;
