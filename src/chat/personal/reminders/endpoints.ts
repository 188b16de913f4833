import { Type } from 'typebox';
import { endpoint } from '../../declare.ts';
import * as actions from './actions.ts';
import { Reminder } from './types.ts';
import { reminderView } from './views.ts';

export const getReminders = endpoint({
  method: 'GET',
  path: '/reminders',
  summary: 'Get your reminders',
  returns: { reminders: Type.Array(Reminder) },
  handle: ({ app, user }) => ({
    reminders: app.reminders.ofUser(user.id).map((reminder) => reminderView(app, user, reminder)),
  }),
});

export const createMessageReminder = endpoint({
  method: 'POST',
  path: '/reminders',
  summary: 'Create a reminder about a message',
  params: {
    message_id: Type.Integer(),
    scheduled_delivery_timestamp: Type.Integer(),
    note: Type.String({ default: '' }),
  },
  returns: { reminder_id: Type.Integer() },
  handle: ({ app, user, params: { message_id, scheduled_delivery_timestamp, note } }) => ({
    reminder_id: actions.createReminder(app, user, message_id, scheduled_delivery_timestamp, note),
  }),
});

export const deleteReminder = endpoint({
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  summary: 'Delete a reminder',
  params: { reminder_id: Type.Integer() },
  handle: ({ app, user, params }) => actions.deleteReminder(app, user, params.reminder_id),
});
