import { resource } from '../../../kernel/resource.ts';
import { InProgress, SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { webPushRepository } from './repository.ts';
import * as testEndpoints from './test-endpoints.ts';

export const webPush = resource({
  repositories: { webPush: webPushRepository },
  memory: { webPushRun: () => new SingleRun(), webPushUsers: () => new InProgress<number>() },
  parts: [endpoints, testEndpoints, jobs],
});
