import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { submessageRepository } from './repository.ts';

export const submessages = resource({
  repositories: { submessages: submessageRepository },
  parts: [endpoints, events],
});
