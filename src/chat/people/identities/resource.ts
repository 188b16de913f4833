import { resource } from '../../../kernel/resource.ts';
import { ProviderClients } from './client.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { identityRepository } from './repository.ts';

export const identities = resource({
  repositories: { identities: identityRepository },
  memory: {
    providerClients: () => new ProviderClients(),
    /** By the name of a provider: when administrators learned that it withholds groups, in UNIX seconds. */
    withheldGroupsReports: () => new Map<string, number>(),
  },
  parts: [endpoints, jobs],
});
