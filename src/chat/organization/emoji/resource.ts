import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { realmEmojiRepository } from './repository.ts';

export const realmEmoji = resource({
  repositories: { realmEmoji: realmEmojiRepository },
  parts: [endpoints, events],
});
