import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { scheduledMessageRepository } from './repository.ts';

export const scheduledMessages = resource({
  repositories: { scheduledMessages: scheduledMessageRepository },
  memory: { scheduledMessageRun: () => new SingleRun() },
  parts: [endpoints, events, jobs],
});
