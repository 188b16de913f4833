import { Type } from 'typebox';
import { event } from '../../../kernel/events/event.ts';
import { state } from '../../declare.ts';
import { Reminder } from './types.ts';
import { reminderView } from './views.ts';

/** Only their owner receives these. */
export const remindersAdded = event('reminders', 'add', { reminders: Type.Array(Reminder) });
/** It was sent or deleted. */
export const reminderRemoved = event('reminders', 'remove', { reminder_id: Type.Integer() });

export const reminders = state('reminders', { reminders: Type.Array(Reminder) }, ({ app, user }) => ({
  reminders: user ? app.reminders.ofUser(user.id).map((reminder) => reminderView(app, user, reminder)) : [],
}));
