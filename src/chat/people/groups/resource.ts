import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { groupRepository } from './repository.ts';

export const userGroups = resource({
  repositories: { groups: groupRepository },
  parts: [endpoints, events],
});
