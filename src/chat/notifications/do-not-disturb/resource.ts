import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { doNotDisturbRepository } from './repository.ts';

export const doNotDisturb = resource({
  repositories: { doNotDisturb: doNotDisturbRepository },
  parts: [endpoints, events, jobs],
});
