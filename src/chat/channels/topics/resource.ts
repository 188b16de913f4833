import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { topicRepository } from './repository.ts';

export const topics = resource({
  repositories: { topics: topicRepository },
  parts: [endpoints, events],
});
