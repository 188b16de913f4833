import { resource } from '../../../kernel/resource.ts';
import * as developmentEndpoints from './development-endpoints.ts';
import type { DevelopmentMail } from './development-mails.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { MailDelivery } from './memory.ts';
import { mailRepository } from './repository.ts';

export const mail = resource({
  repositories: { mail: mailRepository },
  memory: { mailDelivery: () => new MailDelivery(), developmentMails: (): DevelopmentMail[] => [] },
  parts: [developmentEndpoints, endpoints, jobs],
});
