import { resource } from '../../kernel/resource.ts';
import * as backupJobs from './backup-jobs.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as statusEndpoints from './status-endpoints.ts';

export const monitoring = resource(endpoints, statusEndpoints, jobs, backupJobs);
