import { resource } from '../../../kernel/resource.ts';
import { narrowRepository } from './repository.ts';

export const narrow = resource({
  repositories: { narrow: narrowRepository },
});
