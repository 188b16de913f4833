import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { channelFolderRepository } from './repository.ts';

export const channelFolders = resource({
  repositories: { channelFolders: channelFolderRepository },
  parts: [endpoints, events],
});
