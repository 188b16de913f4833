import { resource } from '../../../kernel/resource.ts';
import * as jobs from './jobs.ts';
import { linkPreviewRepository } from './repository.ts';

export const linkPreviews = resource({
  repositories: { linkPreviews: linkPreviewRepository },
  parts: [jobs],
});
