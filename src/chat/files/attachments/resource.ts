import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { attachmentRepository } from './repository.ts';

export const attachments = resource({
  repositories: { attachments: attachmentRepository },
  parts: [endpoints, events],
});
