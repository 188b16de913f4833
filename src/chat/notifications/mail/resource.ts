import { resource } from '../../../kernel/resource.ts';
import * as developmentEndpoints from './development-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';

export const mail = resource(developmentEndpoints, endpoints, jobs);
