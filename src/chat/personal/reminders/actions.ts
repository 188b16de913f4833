import type { App } from '../../../app.ts';
import { requireReadableMessage } from '../../messages/messages/rules.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { reminderRemoved, remindersAdded } from './events.ts';
import { cleanNote, requireFuture, requireOwn } from './rules.ts';
import { reminderTexts, reminderView } from './views.ts';

/**
 * Creates a reminder for the caller. Returns its id. Throws for a message the caller cannot read, a time in the past,
 * and a long note.
 */
export function createReminder(app: App, user: User, messageId: number, deliverAt: number, input: string): number {
  requireFuture(app, deliverAt);
  requireReadableMessage(app, user, messageId);
  const note = cleanNote(input);
  requireRoom(app, 'reminder', ONE_ROW, user.id);
  const texts = reminderTexts(app, user, { message_id: messageId, note });
  requireRoom(app, 'reminder', { added: [[note, texts.content, texts.rendered_content]] }, user.id);
  return app.db.write(() => {
    const { id } = app.reminders.add({
      user_id: user.id,
      message_id: messageId,
      note,
      deliver_at: deliverAt,
      ...texts,
    });
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
