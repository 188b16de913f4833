import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import { pictureRepository } from './repository.ts';

export const images = resource({
  repositories: { pictures: pictureRepository },
  parts: [endpoints],
});
