import { resource } from '../../../kernel/resource.ts';
import { InProgress } from '../../../kernel/time-slices.ts';
import * as jobs from './jobs.ts';
import { linkPreviewRepository } from './repository.ts';

export const linkPreviews = resource({
  repositories: { linkPreviews: linkPreviewRepository },
  memory: { previewFetches: () => new InProgress<string>() },
  parts: [jobs],
});
