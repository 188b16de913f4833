import { existsSync } from 'node:fs';
import { type Command, type CommandOptions, InvalidArgumentError, Option } from 'commander';
import { keyOf } from '../kernel/settings/setting.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { say } from '../kernel/terminal/output.ts';
import { chosenFolder } from '../server/configuration.ts';
import { requireOrganization } from '../server/organizations/folder.ts';
import { SETTING_NAMES, type SettingName, settingOf } from '../settings/table.ts';
import { findDataFolder } from './connection/find-data-folder.ts';

const EVERYWHERE = 'With every command:';

/** Descriptions of arguments, by name, for commands that do not describe theirs. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  bot: 'e-mail address or ID of the bot',
  channel: 'name or ID of the channel',
  command: 'the command to explain',
  domains: 'domain names, such as chat.example.com',
  email: 'e-mail address',
  emails: 'e-mail addresses; without any, the invitation is a link',
  file: 'path of the file',
  name: 'the name',
  picture: 'path of the image file',
  place: 'absolute path of a folder, s3://BUCKET/PREFIX, or data for the data folder',
  query: 'an SQL query',
  service: 'name of the service, such as github; a wrong name prints all of them',
  setting: 'name of the setting, such as public-url',
  'short-name': 'first part of the bot’s e-mail address',
  text: 'text of the message, in Markdown',
  user: 'e-mail address or ID of the user',
  value: 'the new value',
};

/** A command with its description. */
export const command = (parent: Command, form: string, about: string, how: CommandOptions = {}): Command =>
  parent.command(form, how).description(about);

/** Adds the common flags to all commands, after their own. They can also stand before a command's name. */
export function addEverywhere(to: Command, path = to.name()): void {
  for (const one of to.commands) addEverywhere(one, `${path} ${one.name()}`);
  for (const argument of to.registeredArguments) argument.description ||= ARGUMENTS[argument.name()] ?? '';
  to.showHelpAfterError(`See ${path} --help`);
  to.enablePositionalOptions()
    .addOption(
      new Option('--data <dir>', 'the data folder (default: ./klatch-data, or else that of the service)').helpGroup(
        EVERYWHERE,
      ),
    )
    .addOption(
      new Option('--organizations <dir>', 'the folder of many organizations')
        .env('KLATCH_ORGANIZATIONS')
        .helpGroup(EVERYWHERE),
    )
    .addOption(
      new Option('--organization <name>', 'one of the organizations in that folder')
        .env('KLATCH_ORGANIZATION')
        .helpGroup(EVERYWHERE),
    )
    .addOption(
      new Option('--config <file>', 'the configuration file (default: klatch.toml in the data folder)').helpGroup(
        EVERYWHERE,
      ),
    )
    .addOption(new Option('--quiet', 'print only data and errors').helpGroup(EVERYWHERE))
    .addOption(new Option('--verbose', 'print more details').helpGroup(EVERYWHERE));
}

/** Applies these flags if they stand before the command's name: `klatch --data DIR user list`. */
export function takeEverywhere(action: Command): void {
  for (let before = action.parent; before; before = before.parent)
    for (const [name, value] of Object.entries(before.opts()))
      if (action.getOptionValue(name) === undefined) action.setOptionValueWithSource(name, value, 'cli');
}

/** Commands that need no data folder, and those for all organizations of a folder. */
const WITHOUT_FOLDER = ['help', 'version', 'openapi', 'completion', 'licenses', 'login', 'send', 'tail', 'dev'];
const FOR_ALL = ['serve', 'create', 'list', 'suspend', 'resume', 'move', 'receive', 'remove'];

/**
 * Makes the command use the data folder of the organization that was named, or the folder of all organizations. Throws
 * Failure.
 */
export function takeOrganization(action: Command): void {
  const { organizations, organization, data } = action.opts<{ [name: string]: string | undefined }>();
  const isHealthOfAll = action.name() === 'healthcheck' && organization === undefined;
  const isOfAll = FOR_ALL.includes(action.name()) && ['klatch', 'organization'].includes(action.parent!.name());
  const isForAll = isHealthOfAll || isOfAll;
  if ((organizations === undefined && organization === undefined) || WITHOUT_FOLDER.includes(action.name())) return;
  if (data !== undefined && action.getOptionValueSource('organizations') === 'env') {
    // The flag overrides the variable.
    action.setOptionValue('organizations', undefined);
    return;
  }
  if (organizations === undefined)
    throw new Failure(EXIT.usage, 'With --organization, --organizations must name the folder of the organizations');
  if (data !== undefined)
    throw new Failure(EXIT.usage, '--data and --organizations cannot be used together. Use --organization');
  if (isForAll) return void action.setOptionValueWithSource('data', organizations, 'cli');
  if (organization === undefined)
    throw new Failure(EXIT.usage, `Choose one of the organizations in ${organizations} with --organization NAME`);
  action.setOptionValueWithSource('data', requireOrganization(organizations, organization), 'cli');
}

/**
 * Makes a command without a data folder use that of the service or of the running server, and says so. Servers start
 * with a folder of their own.
 */
export function takeServiceFolder(action: Command): void {
  const { data, as } = action.opts<{ [name: string]: string | undefined }>();
  const isForAnyServer = as === undefined && WITHOUT_FOLDER.includes(action.name());
  const needsNone = isForAnyServer || ['serve', 'dev', 'try'].includes(action.name());
  if (needsNone || chosenFolder(data) !== undefined || existsSync('klatch-data')) return;
  const { dataDir, remark } = findDataFolder();
  if (remark !== undefined) say(remark);
  if (dataDir !== undefined) action.setOptionValueWithSource('data', dataDir, 'default');
}

/** A command that prints data. */
export const listing = (parent: Command, form: string, about: string): Command =>
  command(parent, form, about).option('--json', 'print JSON');

/** More choices than this many characters would leave no room for the descriptions beside them. */
const LONGEST_FORM = 20;
const shortForm = (form: string): string => (form.length > LONGEST_FORM ? '<choice>' : form);

/** The description of a setting, with its choices if they are too long for its value. */
function aboutSetting(name: SettingName): string {
  const { kind, about } = settingOf(name);
  return kind.form.length > LONGEST_FORM ? `${about}: ${kind.form.slice(1, -1).replaceAll('|', ', ')}` : about;
}

/** The groups of settings in help, by the first setting of each. */
const GROUPS: Partial<Record<SettingName, string>> = {
  listen: 'Address and processes:',
  publicUrl: 'Domain and HTTPS:',
  organizationCertificates: 'Many organizations:',
  behindProxy: 'Proxies and limits:',
  files: 'Files:',
  webPublicChannels: 'Messages and audit log:',
  passwordLogin: 'Sign-in:',
  bigBlueButtonUrl: 'Calls and GIFs:',
  fullExports: 'Exports and webhooks:',
  smtpUrl: 'Mail and notifications:',
  backupEvery: 'Backups:',
  logLevel: 'Log and metrics:',
};

/** Adds the flags of all settings. Their values are checked together with the variables and the file. */
export function addSettings(to: Command, defaults: Readonly<Record<string, string>> = {}): Command {
  let group = '';
  for (const name of SETTING_NAMES) {
    const { kind, default: usual, bare } = settingOf(name);
    const value = bare === undefined ? shortForm(kind.form) : kind.form.replace('<', '[').replace(/>$/, ']');
    const preset = defaults[name] ?? usual;
    const about = aboutSetting(name);
    const made = new Option(
      `--${keyOf(name)} ${value}`,
      preset === undefined ? about : `${about} (default: ${preset})`,
    );
    group = GROUPS[name] ?? group;
    to.addOption(made.helpGroup(group));
  }
  return to.addHelpText(
    'after',
    `
Instead of a flag (--public-url URL) you can use an environment variable (KLATCH_PUBLIC_URL), a file that contains the
value (KLATCH_PUBLIC_URL_FILE) or a key in klatch.toml (public-url = "URL"). Flags override variables, and variables
override klatch.toml. "klatch config show" prints each value and its source.`,
  );
}

/** A whole number, 0 or more. */
export function whole(input: string): number {
  if (!/^\d{1,10}$/.test(input)) throw new InvalidArgumentError('Enter a whole number.');
  return Number(input);
}

/** A whole number of at least 1. */
export function count(input: string): number {
  if (!/^[1-9]\d{0,6}$/.test(input)) throw new InvalidArgumentError('Enter a whole number of at least 1.');
  return Number(input);
}

/** The address of a server, without a path. */
export function serverUrl(input: string): string {
  const url = URL.parse(input);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new InvalidArgumentError('Enter an address such as http://two.example.com:8080.');
  return url.origin;
}

/** A time in ISO 8601, as ms since 1970. */
export function time(input: string): number {
  const ms = Date.parse(input);
  if (!/^\d{4}-\d\d-\d\d/.test(input) || Number.isNaN(ms))
    throw new InvalidArgumentError('Enter a time such as 2026-01-30T12:00:00Z.');
  return ms;
}
