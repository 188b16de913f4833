import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { mutedUserRepository } from './repository.ts';

export const mutedUsers = resource({
  repositories: { mutedUsers: mutedUserRepository },
  parts: [endpoints, events],
});
