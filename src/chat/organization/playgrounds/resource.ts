import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { playgroundRepository } from './repository.ts';

export const playgrounds = resource({
  repositories: { playgrounds: playgroundRepository },
  parts: [endpoints, events],
});
