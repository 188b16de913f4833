import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { secondFactorRepository } from './repository.ts';

export const secondFactors = resource({
  repositories: { secondFactors: secondFactorRepository },
  parts: [endpoints, jobs],
});
