import { job } from '../../../kernel/jobs.ts';
import { sendDueMessages } from './deliver.ts';

export const deliverScheduledMessages = job({ name: 'send scheduled messages', every: 2, run: sendDueMessages });
