import { job } from '../../../kernel/jobs.ts';
import { remindDue } from './deliver.ts';

export const deliverReminders = job({ name: 'send reminders', every: 2, run: remindDue });
