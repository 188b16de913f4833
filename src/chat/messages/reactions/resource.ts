import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { reactionRepository } from './repository.ts';

export const reactions = resource({
  repositories: { reactions: reactionRepository },
  parts: [endpoints, events],
});
