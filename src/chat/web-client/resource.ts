import { resource } from '../../kernel/resource.ts';
import * as appEndpoints from './app-endpoints.ts';
import * as endpoints from './endpoints.ts';
import { ClientCache } from './memory.ts';

export const webClient = resource({
  memory: { clientCache: () => new ClientCache() },
  parts: [appEndpoints, endpoints],
});
