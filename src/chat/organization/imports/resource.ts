import { resource } from '../../../kernel/resource.ts';
import { importMemberRepository } from './member-repository.ts';
import { importRepository } from './repository.ts';

export const imports = resource({
  repositories: { imports: importRepository, importMembers: importMemberRepository },
});
