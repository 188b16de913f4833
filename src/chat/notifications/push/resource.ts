import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './facts-jobs.ts';

export const pushDevices = resource(endpoints, events, jobs);
