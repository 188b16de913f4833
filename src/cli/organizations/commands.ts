import { existsSync, rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { holderOf } from '../../kernel/db/lock.ts';
import { commandLine } from '../../kernel/own-command.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { onTerminal, printJson, printLine, printTable, quietly } from '../../kernel/terminal/output.ts';
import { type CommandOptions, configure, databaseOf } from '../../server/configuration.ts';
import { clearStorage, storageOf } from '../../server/file-storage.ts';
import {
  createFolder,
  namesIn,
  readOrganization,
  requireOrganization,
  type Suspension,
  setSuspension,
} from '../../server/organizations/folder.ts';
import { findSettings } from '../../settings/find.ts';
import { rescan } from '../connection/organizations-server.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';
import { nameFromAddress } from '../user/address-name.ts';

interface NewOrganization extends CommandOptions {
  host: string;
  owner?: string;
  maxUsers?: number;
  uploadQuotaMib?: number;
  requestsPerMinute?: number;
}

/** Creates an organization, and an account for its owner if one is named. */
export async function create(name: string, options: NewOrganization): Promise<void> {
  const folder = folderOf(options);
  const url = urlOf(options.host);
  const { hostname } = new URL(url);
  const taken = (await organizationsOf(options)).find(({ host }) => host === hostname);
  if (taken) throw new Failure(EXIT.failure, `The host ${hostname} belongs to the organization '${taken.name}'`);
  const { maxUsers, uploadQuotaMib, requestsPerMinute } = options;
  const dataDir = createFolder(folder, name, {
    'public-url': url,
    ...(maxUsers !== undefined && { 'max-users': maxUsers }),
    ...(uploadQuotaMib !== undefined && { 'upload-quota-mib': uploadQuotaMib }),
    ...(requestsPerMinute !== undefined && { 'requests-per-minute': requestsPerMinute }),
  });
  giveToOwner(folder, dataDir);
  await rescan(folder);
  const next = commandLine(`user create --owner you@example.com --organization ${name}`, { organizations: folder });
  if (options.owner === undefined)
    return printLine(options, { name, url }, `Created ${name} at ${url}. To create its owner:\n${next}`);
  const link = await ownerLink({ ...options, organization: name, data: dataDir }, options.owner).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(
      error.exit,
      `${error.message.replace(/\.$/, '')}. The organization exists now. To create its owner: ${next}`,
    );
  });
  giveToOwner(folder, dataDir);
  printLine(
    options,
    { name, url, link },
    `Created ${name} at ${url}. This link signs ${options.owner} in once, within a day:\n${link}`,
  );
}

/** Creates the first account, and returns the link that signs its owner in. */
async function ownerLink(options: CommandOptions, email: string): Promise<string> {
  const name = nameFromAddress(email);
  // A name has two characters at least.
  const full_name = name.length < 2 ? email.replace('@', ' ') : name;
  await runCommandAnywhere(options, 'user-create', { email, full_name, role: 'owner', password_hash: null });
  // The first command has named the data folder.
  const { link } = await quietly(() => runCommandAnywhere(options, 'user-login-link', { who: email, minutes: 1440 }));
  return link;
}

/** Lists all organizations with their state. */
export async function list(options: CommandOptions): Promise<void> {
  const folder = folderOf(options);
  if (!existsSync(folder)) throw new Failure(EXIT.notFound, `There is no folder ${folder}`);
  const found = await organizationsOf(options);
  const rows = found.map(({ name, dataDir, host, suspension, wrong }) => ({
    name,
    host: host ?? null,
    state: wrong.length > 0 ? 'invalid' : suspension ? suspension : holderOf(dataDir)?.url ? 'open' : 'closed',
    database_bytes: existsSync(databaseOf(dataDir)) ? statSync(databaseOf(dataDir)).size : 0,
    wrong,
  }));
  if (options.json) return printJson(rows);
  printTable(
    ['name', 'host', 'state', 'database MB'],
    rows.map(({ name, host, state, database_bytes, wrong }) => [
      name,
      host ?? wrong[0],
      state,
      (database_bytes / 1e6).toFixed(1),
    ]),
  );
}

export async function suspend(name: string, options: CommandOptions & { moving?: boolean }): Promise<void> {
  const changed = await changeSuspension(name, options, options.moving ? 'moving' : 'suspended');
  printLine(options, { name, changed }, changed ? `Suspended ${name}.` : `${name} was already suspended.`);
}

export async function resume(name: string, options: CommandOptions): Promise<void> {
  const changed = await changeSuspension(name, options, undefined);
  printLine(options, { name, changed }, changed ? `Resumed ${name}.` : `${name} was not suspended.`);
}

/** Deletes a suspended organization, after asking. */
export async function remove(name: string, options: CommandOptions & { yes?: boolean }): Promise<void> {
  const folder = folderOf(options);
  const dataDir = requireOrganization(folder, name);
  const { suspension } = await organizationOf(name, options);
  if (!suspension)
    throw new Failure(
      EXIT.failure,
      `Only a suspended organization can be removed. First: organization suspend ${name}`,
    );
  if (holderOf(dataDir)) throw new Failure(EXIT.inUse, `The organization ${name} is still open. Try again in a moment`);
  if (!options.yes && !(await confirmed(`Delete ${dataDir} with all messages and files? Type the name: `, name)))
    throw new Failure(EXIT.usage, 'Nothing was deleted. Confirm with the name, or use --yes');
  const storage = await storageOf({ ...options, data: dataDir, organization: name });
  if (storage.location !== dataDir) await clearStorage(storage);
  rmSync(dataDir, { recursive: true });
  await rescan(folder);
  printLine(options, { name }, `Removed ${name}.`);
}

async function confirmed(question: string, answer: string): Promise<boolean> {
  if (!onTerminal()) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim() === answer;
  } finally {
    terminal.close();
  }
}

/** Suspends an organization, or ends that, and tells the server. Returns whether this changed anything. */
export async function changeSuspension(
  name: string,
  options: CommandOptions,
  suspension: Suspension | undefined,
  forwardTo?: string,
): Promise<boolean> {
  const folder = folderOf(options);
  const changed = setSuspension(requireOrganization(folder, name), suspension, forwardTo);
  await rescan(folder);
  return changed;
}

/** The folder that --organizations names. Throws Failure. */
export function folderOf({ organizations }: CommandOptions): string {
  if (organizations === undefined)
    throw new Failure(EXIT.usage, 'Name the folder of the organizations with --organizations DIR');
  return organizations;
}

export async function organizationsOf(options: CommandOptions) {
  const folder = folderOf(options);
  const server = await configure({ data: folder });
  return namesIn(folder).map((name) => readOrganization(folder, name, server));
}

const organizationOf = async (name: string, options: CommandOptions) =>
  (await organizationsOf(options)).find((one) => one.name === name)!;

/** The URL of a host: HTTPS, unless a URL is given. Throws Failure. */
function urlOf(host: string): string {
  const url = host.includes('://') ? host : `https://${host}`;
  const { wrong } = findSettings({ flags: { publicUrl: url }, env: {} });
  if (wrong.length > 0) throw new Failure(EXIT.usage, `'${host}' is no host name. Use one such as chat.example.com`);
  return url;
}
