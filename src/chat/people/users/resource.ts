import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as managementEndpoints from './management-endpoints.ts';
import { userRepository } from './repository.ts';

export const users = resource({
  repositories: { users: userRepository },
  parts: [endpoints, events, managementEndpoints],
});
