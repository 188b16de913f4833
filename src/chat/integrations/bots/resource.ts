import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { botRepository } from './repository.ts';
import * as state from './state.ts';

export const bots = resource({
  repositories: { bots: botRepository },
  parts: [endpoints, events, state],
});
