import { resource } from '../../../kernel/resource.ts';
import * as jobs from './jobs.ts';
import * as pushJobs from './push-jobs.ts';
import { missedMessageRepository } from './repository.ts';

export const missedMessages = resource({
  repositories: { missedMessages: missedMessageRepository },
  parts: [jobs, pushJobs],
});
