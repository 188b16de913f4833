import type { Job } from './kernel/jobs.ts';

/** All that happens by the clock: every export of every resource's jobs.ts. */
export const jobs: readonly Job[] = [];
