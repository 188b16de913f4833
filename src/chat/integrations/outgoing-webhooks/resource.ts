import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';

export const outgoingWebhooks = resource(endpoints, jobs);
