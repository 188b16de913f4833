import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { navigationViewRepository } from './repository.ts';

export const navigationViews = resource({
  repositories: { navigationViews: navigationViewRepository },
  parts: [endpoints, events],
});
