import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { repeatInTurns } from '../../../kernel/time-slices.ts';
import { requireReadableMessage } from '../../messages/messages/rules.ts';
import { sendNotice } from '../../messages/notices/actions.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import type { User } from '../../people/users/types.ts';
import { DUE_IN_A_TURN } from '../scheduled-messages/types.ts';
import { reminderRemoved, remindersAdded } from './events.ts';
import { cleanNote, requireFuture, requireOwn } from './rules.ts';
import type { StoredReminder } from './types.ts';
import { reminderText, reminderTexts, reminderView } from './views.ts';

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
  const row = { message_id: messageId, note, deliver_at: deliverAt, ...texts };
  return app.db.write(() => insertReminder(app, user, row));
}

type NewReminder = Parameters<App['reminders']['add']>[0];

/** Stores a reminder without checking it. Returns its id. Call it inside `db.write`. */
export function insertReminder(app: App, user: User, row: Omit<NewReminder, 'user_id'>): number {
  const { id } = app.reminders.add({ ...row, user_id: user.id } as NewReminder);
  app.events.publish(remindersAdded({ reminders: [reminderView(app, user, requireOwn(app, user, id))] }), [user.id]);
  return id;
}

/** Deletes a reminder. Throws 404 for those of others and those already sent. */
export function deleteReminder(app: App, user: User, id: number): void {
  requireOwn(app, user, id);
  app.db.write(() => {
    app.reminders.remove(id);
    app.events.publish(reminderRemoved({ reminder_id: id }), [user.id]);
  });
}

/**
 * Sends all due reminders, however old: the machine may have slept, or the clock may have jumped. Others' requests are
 * answered in between.
 */
export const sendDueReminders = (app: App, stopping?: AbortSignal) =>
  app.memory.reminderRun.run(() =>
    repeatInTurns(() => {
      const due = app.reminders.due(seconds(app.clock), DUE_IN_A_TURN);
      for (const reminder of due) remind(app, app.users.byId(reminder.user_id)!, reminder);
      return due.length === DUE_IN_A_TURN;
    }, stopping),
  );

/** One write deletes the row and sends the message: it is sent once, wherever the server stops. */
function remind(app: App, user: User, reminder: StoredReminder): void {
  if (!user.is_active) return void app.db.write(() => app.reminders.setFailed(reminder.id));
  try {
    app.db.write(() => {
      app.reminders.remove(reminder.id);
      sendNotice(app, user, reminderText(app, user, reminder));
      app.events.publish(reminderRemoved({ reminder_id: reminder.id }), [user.id]);
    });
  } catch (err) {
    app.log.error({ err, id: reminder.id }, 'a reminder could not be sent');
    app.db.write(() => app.reminders.setFailed(reminder.id));
  }
}

/** Reminders of a deleted message stay, without the message. Call it inside `db.write`. */
export function forgetRemindedMessage(app: App, messageId: number): void {
  app.reminders.forgetMessage(messageId);
}
