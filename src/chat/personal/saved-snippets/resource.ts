import { resource } from '../../../kernel/resource.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { savedSnippetRepository } from './repository.ts';

export const savedSnippets = resource({
  repositories: { savedSnippets: savedSnippetRepository },
  parts: [endpoints, events],
});
