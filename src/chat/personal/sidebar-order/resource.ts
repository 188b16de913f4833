import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { sidebarOrderRepository } from './repository.ts';

export const sidebarOrder = resource({
  repositories: { sidebarOrder: sidebarOrderRepository },
  parts: [endpoints, events],
});
