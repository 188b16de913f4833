import { resource } from '../../../kernel/resource.ts';
import { SharedWork, SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as resumableEndpoints from './resumable-endpoints.ts';
import * as thumbnailEndpoints from './thumbnail-endpoints.ts';
import * as thumbnailJobs from './thumbnail-jobs.ts';

export const uploads = resource({
  memory: { thumbnailRun: () => new SingleRun(), thumbnailWork: () => new SharedWork<string, boolean>() },
  parts: [endpoints, jobs, resumableEndpoints, thumbnailEndpoints, thumbnailJobs],
});
