import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import { isPublic, usersWithMessage } from '../messages/rules.ts';
import type { StoredMessage } from '../messages/types.ts';
import { messagePinned, messageUnpinned } from './events.ts';
import { requirePinnable, requireRoomForPin } from './rules.ts';

/**
 * Pins a message in its conversation, for everybody who can read it. Throws for a message that the user cannot read or
 * may not pin, that is pinned already, and if its channel or conversation has too many pins.
 */
export function pinMessage(app: App, actor: User, id: number): void {
  const message = requirePinnable(app, actor, id);
  if (app.pins.byId(id)) throw badRequest('This message is already pinned.');
  requireRoomForPin(app, message);
  const pinned_at = seconds(app.clock);
  app.db.write(() => {
    app.pins.add(id, message.recipient_id, actor.id, pinned_at);
    const event = messagePinned({ message_id: id, pinned_by: actor.id, pinned_at, ...getPlace(app, message) });
    app.events.publish(event, usersWithMessage(app, message), isPublic(app, message));
  });
}

/** Unpins a message, also for others. Throws for a message that the user may not pin, and that is not pinned. */
export function unpinMessage(app: App, actor: User, id: number): void {
  const message = requirePinnable(app, actor, id);
  if (!app.pins.byId(id)) throw badRequest("This message isn't pinned.");
  app.db.write(() => {
    app.pins.remove(id);
    const event = messageUnpinned({ message_id: id, ...getPlace(app, message) });
    app.events.publish(event, usersWithMessage(app, message), isPublic(app, message));
  });
}

function getPlace(app: App, { recipient_id }: StoredMessage): { stream_id: number } | { user_ids: number[] } {
  const channel = app.channels.byRecipient(recipient_id);
  return channel ? { stream_id: channel.id } : { user_ids: [...app.messages.people(recipient_id)!] };
}

/** Stores a pin without checking and publishing it; `time` is in UNIX seconds. Call it inside `db.write`. */
export function insertPin(
  app: App,
  {
    message_id,
    recipient_id,
    user_id,
    time,
  }: { message_id: number; recipient_id: number; user_id: number | null; time: number },
): void {
  app.pins.add(message_id, recipient_id, user_id, time);
}
