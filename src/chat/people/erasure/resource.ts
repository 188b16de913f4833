import { resource } from '../../../kernel/resource.ts';
import { SharedWork } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { erasureRepository } from './repository.ts';

export const erasures = resource({
  repositories: { erasures: erasureRepository },
  memory: {
    erasureRun: () => new SharedWork<'all', void>(),
    /** How often texts were erased. An export during which this changes starts again: it may have the texts. */
    erasedTexts: () => ({ times: 0 }),
  },
  parts: [endpoints, jobs],
});
