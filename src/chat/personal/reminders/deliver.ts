import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { repeatInTurns } from '../../../kernel/time-slices.ts';
import { sendNotice } from '../../messages/notices/actions.ts';
import type { User } from '../../people/users/types.ts';
import { DUE_IN_A_TURN } from '../scheduled-messages/types.ts';
import { reminderRemoved } from './events.ts';
import type { StoredReminder } from './types.ts';
import { reminderText } from './views.ts';

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
