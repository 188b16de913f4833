import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as resumableEndpoints from './resumable-endpoints.ts';
import * as thumbnailEndpoints from './thumbnail-endpoints.ts';
import * as thumbnailJobs from './thumbnail-jobs.ts';

export const uploads = resource(endpoints, jobs, resumableEndpoints, thumbnailEndpoints, thumbnailJobs);
