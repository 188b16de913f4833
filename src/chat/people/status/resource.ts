import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { userStatusRepository } from './repository.ts';

export const userStatus = resource({
  repositories: { userStatus: userStatusRepository },
  parts: [endpoints, events, jobs],
});
