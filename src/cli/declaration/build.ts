import { Argument, Option, Command as Program } from 'commander';
import { getKey } from '../../kernel/settings/setting.ts';
import { getSetting, SETTING_NAMES, type SettingName } from '../../settings/table.ts';
import type { Command, Noun } from './command.ts';
import type { Parameter } from './parameters.ts';

const EVERYWHERE = 'With every command:';

/** The program or one of its commands. */
export class DeclaredProgram extends Program {
  /** As it was declared. Undefined for groups of commands, and for `help`. */
  declaration: Command | undefined;

  override createCommand(name?: string): DeclaredProgram {
    return new DeclaredProgram(name);
  }
}

/** Adds declared commands to a program. `run` gets each with its values by name. */
export function addCommands(
  to: DeclaredProgram,
  commands: Readonly<Record<string, Command | Noun>>,
  run: (command: Command, input: object) => Promise<void>,
): void {
  for (const [name, declared] of Object.entries(commands)) {
    if ('commands' in declared) addCommands(addCommand(to, name).description(declared.about), declared.commands, run);
    else build(addCommand(to, name, declared.isDefault), declared, run);
  }
}

/** Commander does not know the type of the commands that it creates. */
const addCommand = (to: DeclaredProgram, name: string, isDefault = false): DeclaredProgram =>
  to.command(name, { isDefault }) as DeclaredProgram;

function build(
  made: DeclaredProgram,
  declared: Command,
  run: (command: Command, input: object) => Promise<void>,
): void {
  made.description(declared.about);
  made.declaration = declared;
  const names = Object.keys(declared.arguments ?? {});
  for (const [key, parameter] of Object.entries(declared.arguments ?? {}))
    made.addArgument(makeArgument(key, parameter));
  if (declared.json !== false) made.option('--json', 'print JSON');
  for (const [key, parameter] of Object.entries(declared.flags ?? {})) made.addOption(makeOption(key, parameter));
  if (declared.settings) addSettings(made, declared.settings);
  if (declared.notes) made.addHelpText('after', `\n${declared.notes}`);
  made.action(() => {
    const given = Object.fromEntries(names.map((key, at) => [key, made.processedArgs[at]]));
    return run(declared, { ...made.opts(), ...given });
  });
}

function makeArgument(key: string, { about, choices, parse, isRequired, isRest }: Parameter): Argument {
  const word = isRest ? `${getKey(key)}...` : getKey(key);
  const made = new Argument(isRequired ? `<${word}>` : `[${word}]`, about);
  if (choices) made.choices(choices);
  if (parse) made.argParser(parse);
  return made;
}

function makeOption(key: string, { about, form, choices, parse, ...more }: Parameter): Option {
  const made = new Option([`--${more.isNegated ? 'no-' : ''}${getKey(key)}`, form].filter(Boolean).join(' '), about);
  if (choices) made.choices(choices);
  if (parse) made.argParser(parse);
  if (more.default !== undefined) made.default(more.default);
  if (more.conflicts) made.conflicts(more.conflicts);
  if (more.group) made.helpGroup(more.group);
  return made.makeOptionMandatory(more.isRequired ?? false);
}

/** Adds the common flags to all commands, after their own. They can also stand before a command's name. */
export function addEverywhere(to: Program, path = to.name()): void {
  for (const one of to.commands) addEverywhere(one, `${path} ${one.name()}`);
  to.showHelpAfterError(`See ${path} --help`).enablePositionalOptions();
  for (const option of [
    new Option('--data <dir>', 'the data folder (default: ./klatch-data, or else that of the service)'),
    new Option('--organizations <dir>', 'the folder of many organizations').env('KLATCH_ORGANIZATIONS'),
    new Option('--organization <name>', 'one of the organizations in that folder').env('KLATCH_ORGANIZATION'),
    new Option('--config <file>', 'the configuration file (default: klatch.toml in the data folder)'),
    new Option('--quiet', 'print only data and errors'),
    new Option('--verbose', 'print more details'),
  ])
    to.addOption(option.helpGroup(EVERYWHERE));
}

/** More choices than this many characters would leave no room for the descriptions beside them. */
const LONGEST_FORM = 20;
const shortForm = (form: string): string => (form.length > LONGEST_FORM ? '<choice>' : form);

/** The description of a setting, with its choices if they are too long for its value. */
function aboutSetting(name: SettingName): string {
  const { kind, about } = getSetting(name);
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
function addSettings(to: Program, defaults: Readonly<Record<string, string>>): void {
  let group = '';
  for (const name of SETTING_NAMES) {
    const { kind, default: usual, bare } = getSetting(name);
    const value = bare === undefined ? shortForm(kind.form) : kind.form.replace('<', '[').replace(/>$/, ']');
    const preset = defaults[name] ?? usual;
    const about = aboutSetting(name);
    const made = new Option(
      `--${getKey(name)} ${value}`,
      preset === undefined ? about : `${about} (default: ${preset})`,
    );
    group = GROUPS[name] ?? group;
    to.addOption(made.helpGroup(group));
  }
  to.addHelpText(
    'after',
    `
Instead of a flag (--public-url URL) you can use an environment variable (KLATCH_PUBLIC_URL), a file that contains the
value (KLATCH_PUBLIC_URL_FILE) or a key in klatch.toml (public-url = "URL"). Flags override variables, and variables
override klatch.toml. "klatch config show" prints each value and its source.`,
  );
}
