import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as management from './management-endpoints.ts';

export const webhookAddresses = resource(endpoints, management, jobs);
