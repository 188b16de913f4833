import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { getLocation } from '../kernel/files/open-storage.ts';
import { isContainer } from '../kernel/settings/setting.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';
import { trustAuthorities } from '../kernel/tls/authorities.ts';
import { addressChoices, Config } from '../settings/config.ts';
import { type Found, findSettings, type Sources } from '../settings/find.ts';
import { ignoredSettings } from '../settings/incomplete.ts';
import { SETTING_NAMES, type Settings } from '../settings/table.ts';

/** The options of every command; flags of settings are added by name. */
export interface CommandOptions {
  data?: string;
  /** The folder with the data folders of many organizations. */
  organizations?: string;
  /** One of them, by name. */
  organization?: string;
  config?: string;
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

/** The folder of a command: as given, or systemd's for the service, or that of our container image, or one here. */
export const dataFolder = (input: string | undefined, env = process.env): string =>
  resolve(chosenFolder(input, env) ?? 'klatch-data');

/** The same; undefined: nothing names it. */
export function chosenFolder(input: string | undefined, env = process.env): string | undefined {
  // systemd may set several, separated by colons.
  const chosen = input ?? env.KLATCH_DATA ?? env.STATE_DIRECTORY?.split(':')[0];
  return chosen || (isContainer(env) ? '/data' : undefined);
}

/** Whether there is one. Throws for a folder that this user cannot read. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return statSync(databasePath(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    const reason = (error as Error).message;
    throw new Failure(
      EXIT.failure,
      `The data folder ${dataDir} cannot be read. Run the command as the folder's owner or as root (${reason})`,
    );
  }
}
export const databasePath = (dataDir: string): string => resolve(dataDir, 'klatch.db');

/** The configuration file of a command, whether or not it exists. */
export const configurationFile = (options: CommandOptions): string =>
  resolve(namedFile(options) ?? resolve(dataFolder(options.data), 'klatch.toml'));

/** The configuration file that the operator named, by a flag or a variable. */
const namedFile = (options: CommandOptions): string | undefined => options.config ?? process.env.KLATCH_CONFIG;

/** The options that another command needs for the same folder and configuration. */
export const getPlace = (options: CommandOptions): { dataDir: string; configFile: string | undefined } => ({
  dataDir: dataFolder(options.data),
  configFile: namedFile(options),
});

/** All settings with their sources; `wrong` lists what is invalid. */
export async function readSettings(
  options: CommandOptions,
  defaults: Sources['defaults'] = {},
): Promise<ReturnType<typeof findSettings>> {
  const flags = Object.fromEntries(SETTING_NAMES.map((name) => [name, (options as Record<string, unknown>)[name]]));
  const shared = await settingsOfAll(options);
  const sources = { flags, env: process.env, defaults: { ...defaults, ...shared }, file: await fileFor(options) };
  const all = findSettings(sources);
  // Files are below the place that all organizations share, unless this one has a place of its own.
  const { organizations, organization } = options;
  const isShared = all.found.some(({ name, origin }) => name === 'files' && origin !== 'file');
  if (organizations !== undefined && organization !== undefined && all.settings.files && isShared)
    all.settings.files = getLocation(all.settings.files, organization);
  return all;
}

/** What klatch.toml in the folder of all organizations sets, for a command on one of them. */
async function settingsOfAll({ organizations, organization }: CommandOptions): Promise<Sources['defaults']> {
  if (organizations === undefined || organization === undefined) return {};
  const file = await fileFor({ data: organizations });
  const { found } = findSettings({ flags: {}, env: {}, file });
  return Object.fromEntries(found.filter(({ origin }) => origin === 'file').map(({ name, text }) => [name, text]));
}

async function fileFor(options: CommandOptions): Promise<Sources['file']> {
  const path = configurationFile(options);
  if (namedFile(options) === undefined && !existsSync(path)) return undefined;
  const { readToml, WrongFile } = await import('../kernel/settings/toml.ts');
  try {
    return { path, values: readToml(path) };
  } catch (error) {
    throw error instanceof WrongFile ? new Failure(EXIT.usage, error.message) : error;
  }
}

/** The configuration of a command. Throws if anything in it is invalid. */
export async function configure(
  options: CommandOptions,
  more: { defaults?: Sources['defaults']; development?: boolean } = {},
): Promise<Config> {
  const dataDir = dataFolder(options.data);
  const {
    settings: { listen, ...settings },
    found,
  } = await requireSettings(options, more.defaults);
  const config = new Config({
    ...settings,
    ...addressChoices(listen),
    dataDir,
    development: more.development ?? false,
  });
  config.found = found;
  config.configFile = namedFile(options);
  return config;
}

/** Reads the settings again and applies those that changed, except the listen address. Returns their names. */
export async function reconfigure(config: Config, options: CommandOptions): Promise<string[]> {
  const {
    settings: { listen: _, ...settings },
    found,
  } = await requireSettings(options);
  requireEffective(found);
  config.found = found;
  const changed = Object.entries(settings).filter(
    ([name, value]) => !same(value, config.choices[name as keyof typeof settings]),
  );
  Object.assign(config.choices, Object.fromEntries(changed));
  return changed.map(([name]) => name);
}

async function requireSettings(
  options: CommandOptions,
  defaults?: Sources['defaults'],
): Promise<{ settings: Settings; found: Found[] }> {
  const { settings, found, wrong } = await readSettings(options, defaults);
  if (wrong.length > 0) throw new Failure(EXIT.usage, wrong.join('\nklatch: '));
  if (settings.extraCa !== undefined) trustAuthorities(settings.extraCa);
  return { settings, found };
}

/** Throws for settings that a server would ignore. Other commands need not have all of them, so they do not check. */
export function requireEffective(found: readonly Found[]): void {
  const ignored = ignoredSettings(found);
  if (ignored.length > 0) throw new Failure(EXIT.usage, ignored.join('\nklatch: '));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
