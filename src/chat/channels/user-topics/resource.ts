import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { userTopicRepository } from './repository.ts';

export const userTopics = resource({
  repositories: { userTopics: userTopicRepository },
  parts: [endpoints, events],
});
