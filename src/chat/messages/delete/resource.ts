import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { deletedMessageRepository } from './repository.ts';

export const deletedMessages = resource({
  repositories: { deletedMessages: deletedMessageRepository },
  parts: [endpoints, jobs],
});
