import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { ExternalImages } from './memory.ts';

export const externalContent = resource({
  memory: { externalImages: () => new ExternalImages() },
  parts: [endpoints, jobs],
});
