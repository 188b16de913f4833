import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { webPushRepository } from './repository.ts';

export const webPush = resource({
  repositories: { webPush: webPushRepository },
  parts: [endpoints, jobs],
});
