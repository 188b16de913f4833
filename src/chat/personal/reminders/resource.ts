import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { reminderRepository } from './repository.ts';

export const reminders = resource({
  repositories: { reminders: reminderRepository },
  memory: { reminderRun: () => new SingleRun() },
  parts: [endpoints, events, jobs],
});
