import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { statisticRepository } from './repository.ts';

export const statistics = resource({
  repositories: { statistics: statisticRepository },
  memory: { statisticsRun: () => new SingleRun() },
  parts: [endpoints, jobs],
});
