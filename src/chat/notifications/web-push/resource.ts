import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as testEndpoints from './test-endpoints.ts';

export const webPush = resource(endpoints, testEndpoints, jobs);
