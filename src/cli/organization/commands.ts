import { printTable, say } from '../../kernel/terminal/output.ts';
import { type InputOf, localCommand, type Noun, operationCommand } from '../declaration/command.ts';
import {
  AS,
  argument,
  count,
  flag,
  parsedFlag,
  required,
  serverUrl,
  textFlag,
  usualFlag,
} from '../declaration/parameters.ts';

const setting = argument('name of the setting, such as name or description');
const name = argument('name of the organization, such as bakery');
const loadMany = () => import('./many.ts');
const loadMove = () => import('./move/move.ts');

const CREATE = {
  arguments: { name },
  flags: {
    host: required(textFlag('<host>', 'its host name, such as chat.example.com, or its URL')),
    owner: textFlag('<email>', 'create an account for its owner, and print a sign-in link'),
    maxUsers: parsedFlag('<n>', 'maximum number of active users, without bots', count),
    uploadQuotaMib: parsedFlag('<mib>', 'maximum total size of uploaded files, MiB', count),
    requestsPerMinute: parsedFlag('<n>', 'maximum number of requests per minute of all users together', count),
  },
};
export type CreateInput = InputOf<typeof CREATE>;

const MOVE = {
  arguments: { name },
  flags: {
    to: required(textFlag('<place>', 'folder of organizations: HOST:/srv/klatch over SSH, or a path on this machine')),
    forward: parsedFlag('<url>', 'afterwards, forward its requests to the server at this URL', serverUrl),
    ssh: usualFlag('<command>', 'how to reach the other machine', 'ssh'),
    remoteProgram: usualFlag('<path>', 'Klatch on the other machine', 'klatch'),
  },
};
export type MoveInput = InputOf<typeof MOVE>;

/** Commands for an organization, and for all of those in the folder of --organizations. */
export const organizationNoun: Noun = {
  about: 'manage the organization',
  commands: {
    show: operationCommand({
      about: 'print the settings of the organization',
      operation: 'organization-show',
      print: (settings) =>
        printTable(
          ['setting', 'value'],
          settings.map((one) => [one.setting, formatValue(one.value)]),
        ),
    }),
    get: operationCommand({
      about: 'print one setting of the organization',
      arguments: { setting },
      operation: 'organization-get',
      print: ({ value }) => console.log(formatValue(value)),
    }),
    set: operationCommand({
      about: 'change a setting of the organization',
      arguments: { setting, value: argument('a text, a number, on, off or none') },
      flags: { as: AS },
      operation: 'organization-set',
      print: (changed) => say(`${changed.setting} is now ${formatValue(changed.value)}.`),
    }),
    create: localCommand({
      about: 'create an organization in the folder of --organizations',
      ...CREATE,
      place: 'organizations',
      audit: 'parts',
      load: async () => (await loadMany()).createOrganization,
    }),
    list: localCommand({
      about: 'list the organizations in the folder',
      place: 'organizations',
      audit: 'reads',
      load: async () => (await loadMany()).listOrganizations,
    }),
    suspend: localCommand({
      about: 'answer nobody in an organization; its data is kept',
      arguments: { name },
      flags: { moving: flag('tell its clients to try again, since it is moved to another machine') },
      place: 'organizations',
      audit: 'files',
      load: async () => (await loadMany()).suspendOrganization,
    }),
    resume: localCommand({
      about: 'end the suspension of an organization',
      arguments: { name },
      place: 'organizations',
      audit: 'files',
      load: async () => (await loadMany()).resumeOrganization,
    }),
    move: localCommand({
      about: 'move an organization to another machine or folder, with a silence of a second or two',
      ...MOVE,
      place: 'organizations',
      audit: 'files',
      load: async () => (await loadMove()).moveOrganization,
    }),
    receive: localCommand({
      about: 'used by move: take an organization from standard input',
      arguments: { name },
      place: 'organizations',
      json: false,
      audit: 'files',
      load: async () => (await loadMove()).receiveOrganization,
    }),
    remove: localCommand({
      about: 'delete a suspended organization with all its data',
      arguments: { name },
      flags: { yes: flag('do not ask for confirmation') },
      place: 'organizations',
      audit: 'files',
      load: async () => (await loadMany()).removeOrganization,
    }),
    reactivate: operationCommand({
      about: 'reactivate a deactivated organization',
      operation: 'organization-reactivate',
      print: ({ name }) => say(`Reactivated ${name}.`),
    }),
  },
};

/** As the command line takes it. */
function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null ? 'none' : String(value);
}
