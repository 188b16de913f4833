import { resource } from '../../../kernel/resource.ts';
import * as jobs from './jobs.ts';
import { outgoingWebhookRepository } from './repository.ts';

export const outgoingWebhooks = resource({
  repositories: { outgoingWebhooks: outgoingWebhookRepository },
  parts: [jobs],
});
