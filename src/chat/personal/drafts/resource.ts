import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { draftRepository } from './repository.ts';

export const drafts = resource({
  repositories: { drafts: draftRepository },
  parts: [endpoints, events],
});
