import { resource } from '../../../kernel/resource.ts';
import { importRepository } from './repository.ts';

export const imports = resource({ repositories: { imports: importRepository } });
