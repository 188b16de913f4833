import { job } from '../../declare.ts';
import { sendDueReminders } from './actions.ts';

export const deliverReminders = job({
  name: 'send reminders',
  every: 2,
  run: sendDueReminders,
  next: (app) => app.reminders.nextDue(),
});
