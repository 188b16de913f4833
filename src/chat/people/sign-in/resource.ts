import { resource } from '../../../kernel/resource.ts';
import { Turns } from '../../../kernel/time-slices.ts';
import * as developmentEndpoints from './development-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import * as jwtEndpoints from './jwt-endpoints.ts';
import * as passwordResetJobs from './password-reset-jobs.ts';
import { passwordResetRepository } from './password-reset-repository.ts';
import * as sessionEndpoints from './session-endpoints.ts';
import { sessionRepository } from './session-repository.ts';

/** Password checks at the same time. They must leave threads of Node's pool for syncs of the disk and for files. */
const MOST_CHECKS = 2;

export const signIn = resource({
  repositories: { passwordResets: passwordResetRepository, sessions: sessionRepository },
  memory: {
    passwordChecks: () => new Turns(MOST_CHECKS),
    /** Tokens of JWT that signed a browser in, by hash, until they expire (UNIX seconds). */
    usedTokens: () => new Map<string, number>(),
    /** Each is logged once. */
    loggedProxyTroubles: () => new Set<string>(),
  },
  parts: [developmentEndpoints, endpoints, jobs, jwtEndpoints, passwordResetJobs, sessionEndpoints],
});
