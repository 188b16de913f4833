import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import * as resumableEndpoints from './resumable-endpoints.ts';
import * as uploadEndpoints from './upload-endpoints.ts';

export const attachments = resource(endpoints, events, jobs, resumableEndpoints, uploadEndpoints);
