import { localCommand } from '../declaration/command.ts';
import { choiceArgument } from '../declaration/parameters.ts';

export const openapi = localCommand({
  about: 'print the OpenAPI 3.1 description of the API',
  place: 'none',
  audit: 'reads',
  load: async () => (await import('./openapi.ts')).printOpenapi,
});

export const licenses = localCommand({
  about: 'print the licenses of Klatch and everything in it',
  place: 'none',
  json: false,
  audit: 'reads',
  load: async () => (await import('./licenses.ts')).printLicenses,
});

export const version = localCommand({
  about: 'print the version',
  place: 'none',
  audit: 'reads',
  load: async () => (await import('./version.ts')).version,
});

export const completion = localCommand({
  about: 'print a shell completion script',
  arguments: { shell: choiceArgument(['bash', 'zsh', 'fish'], 'the shell that reads the script') },
  place: 'none',
  json: false,
  audit: 'reads',
  load: async () => (await import('./completion.ts')).printCompletion,
});
