import { job } from '../../declare.ts';
import { sendDueMessages } from './actions.ts';

export const deliverScheduledMessages = job({
  name: 'send scheduled messages',
  every: 2,
  run: sendDueMessages,
  next: (app) => app.scheduledMessages.nextDue(),
});
