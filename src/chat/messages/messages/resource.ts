import { resource } from '../../../kernel/resource.ts';
import * as editEndpoints from './edit-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as fetchEndpoints from './fetch-endpoints.ts';
import * as jobs from './jobs.ts';
import * as state from './state.ts';
import * as summaryEndpoints from './summary-endpoints.ts';

export const messages = resource(editEndpoints, endpoints, events, fetchEndpoints, jobs, state, summaryEndpoints);
