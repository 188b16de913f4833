import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { invitationRepository } from './repository.ts';

export const invitations = resource({
  repositories: { invitations: invitationRepository },
  parts: [endpoints, events, jobs],
});
