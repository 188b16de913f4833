import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as resumableEndpoints from './resumable-endpoints.ts';

export const uploads = resource(endpoints, jobs, resumableEndpoints);
