import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/work.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { exportRepository } from './repository.ts';

export const realmExports = resource({
  repositories: { exports: exportRepository },
  memory: { exportRun: () => new SingleRun() },
  parts: [endpoints, events, jobs],
});
