import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import type { ExportProgress } from './memory.ts';
import { exportRepository } from './repository.ts';

export const realmExports = resource({
  repositories: { exports: exportRepository },
  memory: { exportRun: () => new SingleRun(), exportProgress: (): ExportProgress => ({ id: undefined, progress: 0 }) },
  parts: [endpoints, events, jobs],
});
