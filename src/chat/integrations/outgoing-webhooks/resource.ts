import { resource } from '../../../kernel/resource.ts';
import { InProgress } from '../../../kernel/time-slices.ts';
import * as jobs from './jobs.ts';
import { outgoingWebhookRepository } from './repository.ts';

export const outgoingWebhooks = resource({
  repositories: { outgoingWebhooks: outgoingWebhookRepository },
  memory: { webhookDeliveries: () => new InProgress<number>() },
  parts: [jobs],
});
