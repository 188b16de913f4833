import { resource } from '../../../kernel/resource.ts';
import * as developmentEndpoints from './development-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { mailRepository } from './repository.ts';

export const mail = resource({
  repositories: { mail: mailRepository },
  parts: [developmentEndpoints, endpoints, jobs],
});
