import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { defaultChannelRepository } from './repository.ts';

export const defaultChannels = resource({
  repositories: { defaultChannels: defaultChannelRepository },
  parts: [endpoints, events],
});
