import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as fetchEndpoints from './fetch-endpoints.ts';
import * as jobs from './jobs.ts';

export const messages = resource(endpoints, events, fetchEndpoints, jobs);
