import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { dataExportRepository } from './repository.ts';

export const dataExports = resource({
  repositories: { dataExports: dataExportRepository },
  memory: { dataExportRun: () => new SingleRun() },
  parts: [endpoints, jobs],
});
