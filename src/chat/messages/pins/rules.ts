import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { canPost } from '../../channels/channels/rules.ts';
import { invalidMessages } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { requireReadableMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';

/**
 * Returns a message that the user may pin or unpin: they can read it, and they may post in its channel. Everybody in a
 * direct-message conversation may do so. Throws for messages that the user cannot read, and in archived channels.
 */
export function requirePinnable(app: App, user: User, id: number): StoredMessage {
  const message = requireReadableMessage(app, user, id);
  const channel = app.channels.byRecipient(message.recipient_id);
  if (channel?.is_archived) throw invalidMessages();
  if (channel && !canPost(app, user, channel))
    throw badRequest("You don't have permission to pin messages in this channel.");
  return message;
}

/** Throws if a conversation has as many pins as it can have. */
export function requireRoomForPin(app: App, { recipient_id }: StoredMessage): void {
  if ((app.pins.count(recipient_id) ?? 0) >= LIMITS.pins_of_channel)
    throw badRequest(`Too many pinned messages (limit: ${LIMITS.pins_of_channel}). Unpin one first.`);
}
