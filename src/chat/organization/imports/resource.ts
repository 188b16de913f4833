import { resource } from '../../../kernel/resource.ts';
import { importMemberRepository } from './member-repository.ts';
import { ImportRuns } from './memory.ts';
import { importRepository } from './repository.ts';

export const imports = resource({
  repositories: { imports: importRepository, importMembers: importMemberRepository },
  memory: { importRuns: () => new ImportRuns() },
});
