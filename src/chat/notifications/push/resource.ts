import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as factsJobs from './facts-jobs.ts';
import * as jobs from './jobs.ts';

export const pushDevices = resource(endpoints, events, factsJobs, jobs);
