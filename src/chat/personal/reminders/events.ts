import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { Reminder } from './types.ts';
import { reminderView } from './views.ts';

/** Told to their owner alone. */
export const remindersAdded = event('reminders', 'add', { reminders: Type.Array(Reminder) });
/** It came, or was thrown away. */
export const reminderRemoved = event('reminders', 'remove', { reminder_id: Type.Integer() });

export const reminders = state('reminders', { reminders: Type.Array(Reminder) }, ({ app, user }) => ({
  reminders: user ? app.reminders.ofUser(user.id).map((reminder) => reminderView(app, user, reminder)) : [],
}));
