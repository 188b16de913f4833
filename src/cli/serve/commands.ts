import { localCommand } from '../declaration/command.ts';
import { restArguments } from '../declaration/parameters.ts';

export const serve = localCommand({
  about: 'run the server; with domains: over HTTPS with certificates from Let’s Encrypt',
  arguments: { domains: restArguments('domain names, such as chat.example.com') },
  settings: {},
  place: 'new',
  json: false,
  isDefault: true,
  audit: 'parts',
  load: async () => (await import('./serve.ts')).serve,
});
