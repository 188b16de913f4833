import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { announcementRepository } from './repository.ts';

export const announcements = resource({
  repositories: { announcements: announcementRepository },
  parts: [endpoints, jobs],
});
