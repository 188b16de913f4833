import { resource } from '../../../kernel/resource.ts';
import { SingleRun } from '../../../kernel/time-slices.ts';
import * as endpoints from './endpoints.ts';
import * as jobs from './jobs.ts';
import { archivedChannelRepository } from './repository.ts';

export const archivedChannels = resource({
  repositories: { archivedChannels: archivedChannelRepository },
  memory: { channelDeletion: () => new SingleRun() },
  parts: [endpoints, jobs],
});
