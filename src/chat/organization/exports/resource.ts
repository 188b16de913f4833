import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { exportRepository } from './repository.ts';

export const realmExports = resource({
  repositories: { exports: exportRepository },
  parts: [endpoints, events, jobs],
});
