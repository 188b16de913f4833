import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import * as management from './management-endpoints.ts';
import * as running from './run-endpoints.ts';

export const slashCommands = resource(endpoints, events, jobs, management, running);
