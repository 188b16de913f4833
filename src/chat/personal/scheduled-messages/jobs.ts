import { job } from '../../../kernel/jobs.ts';
import { deliverDue } from './deliver.ts';

export const deliverScheduledMessages = job({ name: 'send scheduled messages', every: 2, run: deliverDue });
