import { resource } from '../../../kernel/resource.ts';
import * as developmentEndpoints from './development-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as jwtEndpoints from './jwt-endpoints.ts';
import * as passwordResetJobs from './password-reset-jobs.ts';
import * as sessionEndpoints from './session-endpoints.ts';

export const signIn = resource(
  developmentEndpoints,
  endpoints,
  jobs,
  jwtEndpoints,
  passwordResetJobs,
  sessionEndpoints,
);
