import { existsSync, rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Type } from 'typebox';
import { findHolder } from '../../kernel/db/lock.ts';
import { Maybe, Nullable, OneOf } from '../../kernel/http/schema.ts';
import { commandLine } from '../../kernel/own-command.ts';
import { giveToOwner } from '../../kernel/owner.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { onTerminal, printTable, quietly, say } from '../../kernel/terminal/output.ts';
import { type CommandOptions, configure, databasePath } from '../../server/configuration.ts';
import { clearStorage, openFileStorage } from '../../server/file-storage.ts';
import {
  createFolder,
  namesIn,
  readOrganization,
  requireOrganization,
  type StoredOrganization,
  type Suspension,
  setSuspension,
} from '../../server/organizations/folder.ts';
import { findSettings } from '../../settings/find.ts';
import { rescan } from '../connection/organizations-server.ts';
import { runAnywhere } from '../connection/run-operation.ts';
import { work } from '../declaration/command.ts';
import { nameFromAddress } from '../user/address-name.ts';
import type { CreateInput } from './commands.ts';

interface OneOrganization extends CommandOptions {
  name: string;
}

/** Creates an organization, and an account for its owner if one is named. */
export const createOrganization = work({
  /** `link`: signs the owner in. */
  result: Type.Object({ name: Type.String(), url: Type.String(), link: Maybe(Type.String()) }),
  async run({ name, host, owner, maxUsers, uploadQuotaMib, requestsPerMinute, ...options }: CreateInput) {
    const folder = requireFolder(options);
    const url = requireUrl(host);
    const { hostname } = new URL(url);
    const taken = (await readOrganizations(options)).find((one) => one.host === hostname);
    if (taken) throw new Failure(EXIT.failure, `The host ${hostname} belongs to the organization '${taken.name}'`);
    const dataDir = createFolder(folder, name, {
      'public-url': url,
      ...(maxUsers !== undefined && { 'max-users': maxUsers }),
      ...(uploadQuotaMib !== undefined && { 'upload-quota-mib': uploadQuotaMib }),
      ...(requestsPerMinute !== undefined && { 'requests-per-minute': requestsPerMinute }),
    });
    giveToOwner(folder, dataDir);
    await rescan(folder);
    if (owner === undefined) return { name, url };
    try {
      const link = await createOwner({ ...options, organization: name, data: dataDir }, owner);
      giveToOwner(folder, dataDir);
      return { name, url, link };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const reason = error.message.replace(/\.$/, '');
      const next = ownerCommand(name, options);
      throw new Failure(error.exit, `${reason}. The organization exists now. To create its owner: ${next}`);
    }
  },
  print({ name, url, link }, { owner, ...options }) {
    const next = `To create its owner:\n${ownerCommand(name, options)}`;
    const signIn = `This link signs ${owner} in once, within a day:\n${link}`;
    say(`Created ${name} at ${url}. ${link === undefined ? next : signIn}`);
  },
});

const ownerCommand = (name: string, { organizations }: CommandOptions): string =>
  commandLine(`user create --owner you@example.com --organization ${name}`, { organizations: organizations! });

/** Creates the first account, and returns the link that signs its owner in. */
async function createOwner(options: CommandOptions, email: string): Promise<string> {
  const name = nameFromAddress(email);
  // A name has two characters at least.
  const fullName = name.length < 2 ? email.replace('@', ' ') : name;
  await runAnywhere(options, 'user-create', { email, name: fullName, role: 'owner' });
  // The first command has named the data folder.
  const { link } = await quietly(() => runAnywhere(options, 'user-login-link', { user: email, minutes: 1440 }));
  return link;
}

const STATES = ['invalid', 'suspended', 'moving', 'moved', 'open', 'closed'] as const;

/** Lists all organizations with their state. */
export const listOrganizations = work({
  result: Type.Array(
    Type.Object({
      name: Type.String(),
      host: Nullable(Type.String()),
      state: OneOf(...STATES),
      database_bytes: Type.Integer(),
      wrong: Type.Array(Type.String()),
    }),
  ),
  async run(options: CommandOptions) {
    const folder = requireFolder(options);
    if (!existsSync(folder)) throw new Failure(EXIT.notFound, `There is no folder ${folder}`);
    const found = await readOrganizations(options);
    return found.map((one) => ({
      name: one.name,
      host: one.host ?? null,
      state: findState(one),
      database_bytes: existsSync(databasePath(one.dataDir)) ? statSync(databasePath(one.dataDir)).size : 0,
      wrong: [...one.wrong],
    }));
  },
  print: (rows) =>
    printTable(
      ['name', 'host', 'state', 'database MB'],
      rows.map(({ name, host, state, database_bytes, wrong }) => [
        name,
        host ?? wrong[0],
        state,
        (database_bytes / 1e6).toFixed(1),
      ]),
    ),
});

function findState({ wrong, suspension, dataDir }: StoredOrganization): (typeof STATES)[number] {
  if (wrong.length > 0) return 'invalid';
  return suspension ?? (findHolder(dataDir)?.url ? 'open' : 'closed');
}

/** `changed`: false if it was so already. */
const Changed = Type.Object({ name: Type.String(), changed: Type.Boolean() });

export const suspendOrganization = work({
  result: Changed,
  run: async ({ name, moving, ...options }: OneOrganization & { moving?: boolean | undefined }) => ({
    name,
    changed: await changeSuspension(name, options, { suspension: moving ? 'moving' : 'suspended' }),
  }),
  print: ({ name, changed }) => say(changed ? `Suspended ${name}.` : `${name} was already suspended.`),
});

export const resumeOrganization = work({
  result: Changed,
  run: async ({ name, ...options }: OneOrganization) => ({
    name,
    changed: await changeSuspension(name, options, { suspension: undefined }),
  }),
  print: ({ name, changed }) => say(changed ? `Resumed ${name}.` : `${name} was not suspended.`),
});

/** Deletes a suspended organization, after asking. */
export const removeOrganization = work({
  result: Type.Object({ name: Type.String() }),
  async run({ name, yes, ...options }: OneOrganization & { yes?: boolean | undefined }) {
    const folder = requireFolder(options);
    const dataDir = requireOrganization(folder, name);
    const { suspension } = (await readOrganizations(options)).find((one) => one.name === name)!;
    if (!suspension)
      throw new Failure(
        EXIT.failure,
        `Only a suspended organization can be removed. First: organization suspend ${name}`,
      );
    if (findHolder(dataDir))
      throw new Failure(EXIT.inUse, `The organization ${name} is still open. Try again in a moment`);
    if (!yes && !(await confirm(`Delete ${dataDir} with all messages and files? Type the name: `, name)))
      throw new Failure(EXIT.usage, 'Nothing was deleted. Confirm with the name, or use --yes');
    const storage = await openFileStorage({ ...options, data: dataDir, organization: name });
    if (storage.location !== dataDir) await clearStorage(storage);
    rmSync(dataDir, { recursive: true });
    await rescan(folder);
    return { name };
  },
  print: ({ name }) => say(`Removed ${name}.`),
});

/** Whether the user types the answer. */
async function confirm(question: string, answer: string): Promise<boolean> {
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
  { suspension, forwardTo }: { suspension: Suspension | undefined; forwardTo?: string | undefined },
): Promise<boolean> {
  const folder = requireFolder(options);
  const changed = setSuspension(requireOrganization(folder, name), suspension, forwardTo);
  await rescan(folder);
  return changed;
}

/** The folder that --organizations names. Throws Failure. */
export function requireFolder({ organizations }: CommandOptions): string {
  if (organizations === undefined)
    throw new Failure(EXIT.usage, 'Name the folder of the organizations with --organizations DIR');
  return organizations;
}

/** All organizations of the folder. Throws Failure. */
export async function readOrganizations(options: CommandOptions): Promise<StoredOrganization[]> {
  const folder = requireFolder(options);
  const server = await configure({ data: folder });
  return namesIn(folder).map((name) => readOrganization(folder, name, server));
}

/** The URL of a host: HTTPS, unless a URL is given. Throws Failure. */
function requireUrl(host: string): string {
  const url = host.includes('://') ? host : `https://${host}`;
  const { wrong } = findSettings({ flags: { publicUrl: url }, env: {} });
  if (wrong.length > 0) throw new Failure(EXIT.usage, `'${host}' is no host name. Use one such as chat.example.com`);
  return url;
}
