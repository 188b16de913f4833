import { resource } from '../../../kernel/resource.ts';
import * as jobs from './jobs.ts';
import * as pushJobs from './push-jobs.ts';

export const missedMessages = resource(jobs, pushJobs);
