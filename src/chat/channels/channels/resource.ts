import { resource } from '../../../kernel/resource.ts';
import * as editEndpoints from './edit-endpoints.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as jobs from './jobs.ts';
import { ChannelViews } from './memory.ts';
import { channelRepository } from './repository.ts';

export const channels = resource({
  repositories: { channels: channelRepository },
  memory: { channelViews: () => new ChannelViews() },
  parts: [editEndpoints, endpoints, events, jobs],
});
