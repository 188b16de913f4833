import { commandLine } from '../../kernel/own-command.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import type { Account } from '../../operations/accounts.ts';
import { getPlace } from '../../server/configuration.ts';
import { localCommand, type Noun, operationCommand } from '../declaration/command.ts';
import {
  AS,
  argument,
  choiceArgument,
  choiceFlag,
  count,
  flag,
  optionalArgument,
  ROLE_NAMES,
  required,
  textFlag,
  USER,
  usualFlag,
  withDefault,
} from '../declaration/parameters.ts';
import { nameFromAddress } from './address-name.ts';
import { hashPassword } from './password.ts';

export const userNoun: Noun = {
  about: 'create and change accounts',
  commands: {
    create: operationCommand({
      about: 'create an account and print its API key',
      arguments: { email: argument('e-mail address') },
      flags: {
        name: textFlag('<name>', 'full name (default: the part before the @)'),
        owner: flag('same as --role owner'),
        role: choiceFlag('<role>', ROLE_NAMES, 'role (default: member)'),
        password: textFlag('<password>', 'password; - reads it from standard input'),
      },
      operation: 'user-create',
      async prepare({ email, name, owner, role = owner ? 'owner' : 'member', password }) {
        if (owner && role !== 'owner') throw new Failure(EXIT.usage, 'Use either --owner or --role');
        const passwordHash = password === undefined ? undefined : await hashPassword(password);
        return { email, name: name ?? nameFrom(email), role, passwordHash };
      },
      print(made, input) {
        const hint =
          input.password === undefined
            ? `They have no password yet. To print a sign-in link: ${commandLine(`user login-link ${made.email}`, getPlace(input))}\n`
            : 'They can sign in with the password.';
        say(`Created ${describe(made)}. ${hint}\nAPI key:`);
        console.log(made.api_key);
      },
    }),
    list: operationCommand({
      about: 'list all accounts',
      operation: 'user-list',
      print: (users) =>
        printTable(
          ['id', 'role', 'active', 'email', 'name'],
          users.map(({ user_id, is_bot, role, is_active, email, full_name }) => [
            user_id,
            is_bot ? 'bot' : role,
            is_active ? 'yes' : 'no',
            email,
            full_name,
          ]),
        ),
    }),
    'api-key': operationCommand({
      about: 'print a user’s API key',
      arguments: { user: USER },
      flags: { new: flag('create a new key first; the old one stops working') },
      operation: 'user-api-key',
      print: ({ api_key }) => console.log(api_key),
    }),
    'login-link': operationCommand({
      about: 'print a one-time sign-in link for a user',
      arguments: { user: USER },
      flags: { minutes: usualFlag('<n>', 'validity in minutes', 60, count) },
      operation: 'user-login-link',
      print(made) {
        say(`This link signs in ${describe(made)} once, within ${countWords(made.minutes, 'minute')}:`);
        console.log(made.link);
      },
    }),
    claim: operationCommand({
      about: 'give an imported account without an address to somebody, and print their sign-in link',
      arguments: { user: argument('ID of the account'), email: argument('the address of the person') },
      flags: { minutes: usualFlag('<n>', 'validity of the link in minutes', 1440, count) },
      operation: 'user-claim',
      print(made) {
        say(`The account belongs to ${describe(made)} now. Invite them with this link, which signs them in once:`);
        console.log(made.link);
      },
    }),
    passwd: operationCommand({
      about: 'set a user’s password',
      arguments: { user: USER },
      flags: { password: textFlag('<password>', 'new password; - reads it from standard input') },
      operation: 'user-passwd',
      prepare: async ({ user, password = '-' }) => ({ user, passwordHash: await hashPassword(password) }),
      print: (changed) => say(`Changed the password of ${describe(changed)}.`),
    }),
    unlink: operationCommand({
      about: 'unlink a user from identity providers; the next sign-in links them again',
      arguments: { user: USER },
      operation: 'user-unlink',
      print: (changed) => say(`${describe(changed)} is no longer linked to identity providers.`),
    }),
    'reset-second-factor': operationCommand({
      about: 'remove a user’s authenticator app, passkeys and recovery codes',
      arguments: { user: USER },
      operation: 'user-reset-second-factor',
      print: (changed) => say(`${describe(changed)} has no second factor.`),
    }),
    'sign-out': operationCommand({
      about: 'end the sessions of a user',
      arguments: { user: optionalArgument('e-mail address or ID of the user') },
      flags: {
        everyone: flag('end the sessions of everybody'),
        apiKeys: flag('also replace the API keys of people, so that apps have to sign in again; bots keep theirs'),
      },
      operation: 'user-sign-out',
      prepare({ user, everyone = false, apiKeys }) {
        if ((user === undefined) !== everyone) throw new Failure(EXIT.usage, 'Name a user, or use --everyone');
        return { user, everyone, apiKeys };
      },
      print(ended, { apiKeys }) {
        const keys = apiKeys ? ' and replaced the API key' : '';
        if ('user_id' in ended) return say(`Ended the sessions of ${describe(ended)}${keys}.`);
        const everyone = countWords(ended.users, 'person', 'people');
        say(`Ended all sessions${keys && `${keys}s`}. ${everyone} can sign in again.`);
      },
    }),
    role: operationCommand({
      about: 'change a user’s role',
      arguments: { user: USER, role: choiceArgument(ROLE_NAMES, 'the new role') },
      operation: 'user-role',
      print: (changed) => say(`${describe(changed)}.`),
    }),
    deactivate: operationCommand({
      about: 'deactivate a user; their messages are kept',
      arguments: { user: USER },
      operation: 'user-deactivate',
      print: (changed) => say(`Deactivated ${describe(changed)}.`),
    }),
    reactivate: operationCommand({
      about: 'reactivate a user',
      arguments: { user: USER },
      operation: 'user-reactivate',
      print: (changed) => say(`Reactivated ${describe(changed)}.`),
    }),
    'allow-email-changes': operationCommand({
      about: 'allow an owner to change other users’ e-mail addresses',
      arguments: { user: USER },
      flags: { revoke: flag('withdraw the permission') },
      operation: 'user-allow-email-changes',
      print: (changed, { revoke }) =>
        say(`${describe(changed)} can ${revoke ? 'no longer' : 'now'} change the e-mail addresses of other users.`),
    }),
    import: localCommand({
      about: 'create an account for each line of a CSV file, which has the names of its columns first',
      arguments: { file: argument('columns: email, and optionally name, role, channels, groups') },
      flags: {
        as: AS,
        invite: flag('send invitations by e-mail instead'),
        dryRun: flag('only check the file and print what would happen'),
      },
      audit: 'parts',
      load: async () => (await import('./user-import.ts')).importUsers,
    }),
    export: localCommand({
      about: 'export everything that is stored about a user, to give it to them',
      arguments: { user: argument('e-mail address or ID'), file: argument('the archive to write: a .zip file') },
      audit: 'parts',
      load: async () => (await import('../export/export.ts')).exportUser,
    }),
    erase: localCommand({
      about: 'erase a user’s personal data permanently',
      arguments: { user: USER },
      flags: {
        messages: required(choiceFlag('<choice>', ['keep', 'delete'], 'keep: show them as from "Deleted user"')),
        backups: withDefault(
          choiceFlag('<choice>', ['list', 'delete'], 'what to do with backups that contain the user'),
          'list',
        ),
      },
      audit: 'parts',
      load: async () => (await import('./erase.ts')).eraseUser,
    }),
  },
};

/** The name of a new account. Throws Failure for an address without a usable name. */
function nameFrom(email: string): string {
  const name = nameFromAddress(email);
  if (email.includes('@') && name.length < 2)
    throw new Failure(
      EXIT.usage,
      `The address ${email} does not contain a name of at least 2 characters. Specify one with --name`,
    );
  return name;
}

const describe = ({ full_name, email, role, user_id }: Account): string =>
  `${full_name} <${email}> (${role}, id ${user_id})`;
