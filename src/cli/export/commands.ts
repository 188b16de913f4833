import { localCommand } from '../declaration/command.ts';
import { argument, choiceFlag, flag, withDefault } from '../declaration/parameters.ts';

export const exportCommand = localCommand({
  about: 'export the organization, for another server or for other programs',
  arguments: { file: argument('the archive to write: a .zip file') },
  flags: {
    format: withDefault(
      choiceFlag('<format>', ['zulip', 'json'], 'zulip: what Zulip’s importer reads; json: JSON lines'),
      'zulip',
    ),
    public: flag('only public channels', ['withConsent', 'full']),
    withConsent: flag('also the private data of users who consent (default)', ['full']),
    full: flag('everything, also private data without consent'),
  },
  audit: 'parts',
  load: async () => (await import('./export.ts')).exportOrganization,
});
