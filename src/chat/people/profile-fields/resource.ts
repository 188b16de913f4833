import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { profileFieldRepository } from './repository.ts';

export const profileFields = resource({
  repositories: { profileFields: profileFieldRepository },
  parts: [endpoints, events],
});
