import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { linkifierRepository } from './repository.ts';

export const linkifiers = resource({
  repositories: { linkifiers: linkifierRepository },
  parts: [endpoints, events],
});
