import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { realmDomainRepository } from './repository.ts';

export const realmDomains = resource({
  repositories: { realmDomains: realmDomainRepository },
  parts: [endpoints, events],
});
