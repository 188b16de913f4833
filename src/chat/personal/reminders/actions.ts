import type { App } from '../../../app.ts';
import { requireReadableMessage } from '../../messages/messages/rules.ts';
import type { User } from '../../people/users/types.ts';
import { reminderRemoved, remindersAdded } from './events.ts';
import { cleanNote, requireFuture, requireOwn } from './rules.ts';
import { reminderView } from './views.ts';

/**
 * Creates a reminder for the caller. Returns its id. Throws for a message the caller cannot read, a time in the past,
 * and a long note.
 */
export function createReminder(app: App, user: User, messageId: number, deliverAt: number, input: string): number {
  requireFuture(app, deliverAt);
  requireReadableMessage(app, user, messageId);
  const note = cleanNote(input);
  return app.db.write(() => {
    const { id } = app.reminders.add(user.id, messageId, note, deliverAt);
    app.events.publish(remindersAdded({ reminders: [reminderView(app, user, requireOwn(app, user, id))] }), [user.id]);
    return id;
  });
}

/** Deletes a reminder. Throws 404 for those of others and those already sent. */
export function deleteReminder(app: App, user: User, id: number): void {
  requireOwn(app, user, id);
  app.db.write(() => {
    app.reminders.remove(id);
    app.events.publish(reminderRemoved({ reminder_id: id }), [user.id]);
  });
}
