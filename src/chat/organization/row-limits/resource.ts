import { resource } from '../../../kernel/resource.ts';
import { rowLimitRepository } from './repository.ts';

export const rowLimits = resource({ repositories: { rowLimits: rowLimitRepository } });
