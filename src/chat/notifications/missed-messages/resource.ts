import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as jobs from './jobs.ts';
import * as pushJobs from './push-jobs.ts';
import { missedMessageRepository } from './repository.ts';

export const missedMessages = resource({
  repositories: { missedMessages: missedMessageRepository },
  memory: {
    pushRun: () => new SingleRun(),
    /** Users who read something since their phones were last notified. */
    usersWhoRead: () => new Set<number>(),
  },
  parts: [jobs, pushJobs],
});
