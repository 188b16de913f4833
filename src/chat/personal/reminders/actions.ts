import type { App } from '../../../app.ts';
import { requireReadableMessage } from '../../messages/messages/rules.ts';
import type { User } from '../../people/users/types.ts';
import { reminderRemoved, remindersAdded } from './events.ts';
import { cleanNote, requireFuture, requireOwn } from './rules.ts';
import { reminderView } from './views.ts';

/** Has oneself reminded of a message; the answer is the reminder's id. Refuses a message out of reach, a time that has come, a long note. */
export function createReminder(app: App, user: User, messageId: number, deliverAt: number, given: string): number {
  requireFuture(app, deliverAt);
  requireReadableMessage(app, user, messageId);
  const note = cleanNote(given);
  return app.db.write(() => {
    const { id } = app.reminders.add(user.id, messageId, note, deliverAt);
    app.events.publish(remindersAdded({ reminders: [reminderView(app, user, requireOwn(app, user, id))] }), [user.id]);
    return id;
  });
}

/** Refuses (404) a reminder that is not one's own or came already. */
export function deleteReminder(app: App, user: User, id: number): void {
  requireOwn(app, user, id);
  app.db.write(() => {
    app.reminders.remove(id);
    app.events.publish(reminderRemoved({ reminder_id: id }), [user.id]);
  });
}
