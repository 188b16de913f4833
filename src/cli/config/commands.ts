import { localCommand, type Noun } from '../declaration/command.ts';
import { argument, flag } from '../declaration/parameters.ts';

const setting = argument('name of the setting, such as public-url');
const load = () => import('./config.ts');

export const configNoun: Noun = {
  about: 'show and change settings',
  commands: {
    show: localCommand({
      about: 'print every setting, its value and its source; secrets are hidden',
      flags: { running: flag('print the settings of the running server') },
      settings: {},
      audit: 'reads',
      load: async () => (await load()).show,
    }),
    get: localCommand({
      about: 'print one setting',
      arguments: { setting },
      audit: 'reads',
      load: async () => (await load()).get,
    }),
    set: localCommand({
      about: 'set a value in klatch.toml',
      arguments: { setting, value: argument('the new value') },
      audit: 'files',
      load: async () => (await load()).set,
    }),
    unset: localCommand({
      about: 'remove a value from klatch.toml',
      arguments: { setting },
      audit: 'files',
      load: async () => (await load()).unset,
    }),
    validate: localCommand({
      about: 'validate flags, variables and klatch.toml; exit code 2 if invalid',
      settings: {},
      audit: 'reads',
      load: async () => (await load()).validate,
    }),
  },
};
