import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as listenerJobs from './listener-jobs.ts';
import * as mailboxJobs from './mailbox-jobs.ts';

export const mailIn = resource(endpoints, listenerJobs, mailboxJobs);
