import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { alertWordRepository } from './repository.ts';

export const alertWords = resource({
  repositories: { alertWords: alertWordRepository },
  parts: [endpoints, events],
});
