import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getLocation, locationText } from '../../kernel/files/open-storage.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { getKey } from '../../kernel/settings/setting.ts';
import { changeToml, readToml, WrongFile } from '../../kernel/settings/toml.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { Config } from '../../settings/config.ts';
import { findSettings } from '../../settings/find.ts';
import { ignoredSettings } from '../../settings/incomplete.ts';
import type { SettingName } from '../../settings/table.ts';

// The organizations folder contains the data folder of each organization, named after it, and klatch.toml with the
// settings of all. In a data folder, klatch.toml has the URL and the settings of this organization.

/** As in a host name. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What the server itself stores in the folder. */
const RESERVED = ['backups', 'cache', 'certs', 'uploads'];

/** The settings of the process, which all organizations share. */
const SHARED: readonly SettingName[] = [
  ...(['listen', 'socketMode', 'domains', 'httpListen', 'tlsCert', 'tlsKey', 'extraCa', 'behindProxy'] as const),
  ...(['acmeDirectory', 'acmeContact', 'acmeKeyId', 'acmeKey', 'acmeDnsHook'] as const),
  ...(['organizationCertificates', 'organizationIdle', 'organizationsOpen', 'organizationProcessMib'] as const),
  ...(['logLevel', 'logFormat', 'openBrowser'] as const),
];

/** Why nobody is answered: the operator forbids it, or the organization is moved to another machine. */
export type Suspension = 'suspended' | 'moving' | 'moved';

/** An organization in the folder. */
export interface StoredOrganization {
  name: string;
  dataDir: string;
  /** The host name of its URL, by which requests find it; undefined if its settings are invalid. */
  host: string | undefined;
  /** Whether nobody is answered, and why. */
  suspension: Suspension | undefined;
  /** The URL of the server that has the organization now. */
  forwardTo: string | undefined;
  /** What is wrong with its settings, one line each. */
  wrong: readonly string[];
  /** Its settings, over those of the server. */
  choices: Partial<Config['choices']>;
  found: Config['found'];
}

const dataFolderPath = (folder: string, name: string): string => resolve(folder, name);
const settingsPath = (dataDir: string): string => join(dataDir, 'klatch.toml');
/** While this file exists, the server answers nobody in the organization. It contains the reason, and `forwardTo`. */
const suspensionPath = (dataDir: string): string => join(dataDir, 'suspended');
const nextRunPath = (dataDir: string): string => join(dataDir, 'next-run');

/** Throws Failure for a name that no organization can have. */
export function requireName(name: string): void {
  if (!NAME.test(name) || RESERVED.includes(name))
    throw new Failure(
      EXIT.usage,
      `'${name}' cannot be the name of an organization. Use up to 63 lowercase letters, digits and hyphens`,
    );
}

/** The data folder of an existing organization. Throws Failure. */
export function requireOrganization(folder: string, name: string): string {
  requireName(name);
  const dataDir = dataFolderPath(folder, name);
  if (!existsSync(settingsPath(dataDir)))
    throw new Failure(EXIT.notFound, `There is no organization '${name}' in ${resolve(folder)}`);
  return dataDir;
}

/** The names of all organizations in the folder, in order. */
export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && NAME.test(entry.name) && !RESERVED.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => existsSync(settingsPath(dataFolderPath(folder, name))))
    .sort();
}

/** Reads an organization's settings. Where it has none of its own, those of the server apply. */
export function readOrganization(folder: string, name: string, server: Config): StoredOrganization {
  const dataDir = dataFolderPath(folder, name);
  const path = settingsPath(dataDir);
  const { suspension, forwardTo } = suspensionIn(dataDir);
  try {
    const values = readToml(path);
    const defaults = {
      ...Object.fromEntries(server.found.map((one) => [one.name, one.text])),
      ...chooseFiles(name, server),
    };
    const { settings, found, wrong } = findSettings({ flags: {}, env: {}, file: { path, values }, defaults });
    const shared = SHARED.map(getKey).filter((key) => key in values);
    const own = found.filter(({ origin }) => origin === 'file');
    const errors = [
      ...wrong,
      ...shared.map((key) => `${path}: ${key} is a setting of the server, not of one organization`),
      ...ignoredSettings(own),
      ...(settings.publicUrl === undefined ? [`${path} has no public-url`] : []),
    ];
    return {
      name,
      dataDir,
      suspension,
      forwardTo,
      host: errors.length === 0 ? new URL(settings.publicUrl!).hostname : undefined,
      wrong: errors,
      choices: Object.fromEntries(own.map(({ name: setting }) => [setting, settings[setting]])),
      found,
    };
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error;
    return { name, dataDir, suspension, forwardTo, host: undefined, wrong: [error.message], choices: {}, found: [] };
  }
}

/** The setting of the place of an organization's files, below that of the server. */
function chooseFiles(name: string, { choices: { files } }: Config): Partial<Record<SettingName, string>> {
  return files ? { files: locationText(getLocation(files, name)) } : {};
}

/** The configuration of one organization of a server. */
export function buildConfig({ name, dataDir, choices, found }: StoredOrganization, server: Config): Config {
  const files = server.choices.files && getLocation(server.choices.files, name);
  const config = new Config({ ...server.choices, files, backupTo: undefined, ...choices, domains: undefined, dataDir });
  config.isHosted = true;
  config.port = server.port;
  config.found = found;
  return config;
}

/** Creates the folder of an organization with its settings. Throws Failure if there is one. */
export function createFolder(
  folder: string,
  name: string,
  settings: Readonly<Record<string, string | number>>,
): string {
  requireName(name);
  const dataDir = dataFolderPath(folder, name);
  if (existsSync(settingsPath(dataDir)))
    throw new Failure(EXIT.failure, `There is already an organization '${name}' in ${resolve(folder)}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const [key, value] of Object.entries(settings)) changeToml(settingsPath(dataDir), key, value);
  return dataDir;
}

function suspensionIn(dataDir: string): Pick<StoredOrganization, 'suspension' | 'forwardTo'> {
  const path = suspensionPath(dataDir);
  if (!existsSync(path)) return { suspension: undefined, forwardTo: undefined };
  const [reason, forwardTo] = readFileSync(path, 'utf8').trim().split(' ');
  return { suspension: reason === 'moving' || reason === 'moved' ? reason : 'suspended', forwardTo };
}

/** Suspends an organization, or ends that. Returns whether this changed anything. */
export function setSuspension(dataDir: string, suspension: Suspension | undefined, forwardTo?: string): boolean {
  if (suspensionIn(dataDir).suspension === suspension) return false;
  const content = forwardTo === undefined ? suspension : `${suspension} ${forwardTo}`;
  if (content) {
    writeFileSync(suspensionPath(dataDir), content, { mode: 0o600 });
    giveToOwner(dataDir, suspensionPath(dataDir));
  } else rmSync(suspensionPath(dataDir));
  return true;
}

/**
 * When a closed organization must be opened for its jobs, in UNIX seconds; 0: at once, since nobody knows. The file is
 * deleted when anything opens the data folder (see `take`).
 */
export function readNextRun(dataDir: string): number {
  try {
    return Number(readFileSync(nextRunPath(dataDir), 'utf8')) || 0;
  } catch {
    return 0;
  }
}

export const storeNextRun = (dataDir: string, time: number): void =>
  writeFileSync(nextRunPath(dataDir), String(time), { mode: 0o600 });

export const forgetNextRun = (dataDir: string): void => rmSync(nextRunPath(dataDir), { force: true });
