import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { presenceRepository } from './repository.ts';

export const presence = resource({
  repositories: { presence: presenceRepository },
  parts: [endpoints, events],
});
