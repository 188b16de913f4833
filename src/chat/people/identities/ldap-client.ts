import { readFile } from 'node:fs/promises';
import type { Client, Entry, SearchOptions } from 'ldapts';
import { FailureInWords } from '../../../kernel/http/failure-reason.ts';
import { formsOfAddress } from '../../../kernel/mail/address-forms.ts';
import { type Directory, LDAP } from './directory-rules.ts';
import { formsOfGroup } from './operator-settings.ts';
import type { Identity } from './types.ts';

/** Loaded with the first sign-in: the server starts without it. */
const ldapts = () => import('ldapts');

const TIMEOUT = 10_000;
/** The most entries that are read altogether. */
const MOST_ENTRIES = 200_000;
/** The most groups of one user, with the groups that contain these. */
const MOST_GROUPS = 5000;

/** Does something with a connection to the directory, which is encrypted unless the directory is on this machine. */
async function withConnection<T>(directory: Directory, work: (client: Client) => Promise<T>): Promise<T> {
  const { Client } = await ldapts();
  const ca = directory.caFile === undefined ? undefined : await readFile(directory.caFile);
  const tls = { minVersion: 'TLSv1.2', servername: new URL(directory.url).hostname, ...(ca && { ca }) } as const;
  const client = new Client({
    url: directory.url,
    timeout: TIMEOUT,
    connectTimeout: TIMEOUT,
    ...(directory.url.startsWith('ldaps:') && { tlsOptions: tls }),
  });
  try {
    if (directory.startTls) await client.startTLS(tls);
    return await work(client);
  } finally {
    await client.unbind().catch(() => {});
  }
}

/** Connects as the account that may search. */
const withSearch = <T>(directory: Directory, work: (client: Client) => Promise<T>): Promise<T> =>
  withConnection(directory, async (client) => {
    try {
      if (directory.bindDn !== undefined) await client.bind(directory.bindDn, await readBindPassword(directory));
      return await work(client);
    } catch (error) {
      const { ResultCodeError } = await ldapts();
      const words = error instanceof ResultCodeError ? RESULTS[error.code] : undefined;
      throw words === undefined ? error : new FailureInWords(words, { cause: error });
    }
  });

/** Why directories do not search, by the codes of RFC 4511, in words that continue the name of the server. */
const RESULTS: Readonly<Record<number, string>> = {
  1: 'rejects the search: it may need bind-dn and bind-password',
  3: 'needs too long for the search',
  8: 'needs an encrypted connection or another account: check url, start-tls and bind-dn',
  11: 'sends fewer entries than asked for: make page-size smaller',
  13: 'needs an encrypted connection: check url and start-tls',
  32: 'has no such entry: check base and groups-base',
  34: 'does not understand a name: check bind-dn, base and groups-base',
  48: 'needs another account to search: check bind-dn and bind-password',
  49: 'rejects bind-dn or its password',
  50: 'does not let the account of bind-dn search',
  51: 'is busy',
  52: 'is not available now',
  53: 'refuses the search: it may need bind-dn and bind-password',
};

async function readBindPassword({ bindPassword, bindPasswordFile }: Directory): Promise<string> {
  return bindPasswordFile === undefined ? bindPassword : (await readFile(bindPasswordFile, 'utf8')).trim();
}

/** The entries of what somebody entered. Only a single one can sign in. */
export type Found = { entries: 'none' | 'several' } | FoundEntry;

interface FoundEntry {
  entries: 'one';
  dn: string;
  /** The names of its groups, as the directory spells them. */
  groups: string[] | 'withheld';
  identity: Identity;
}

/** What the directory says about a sign-in. */
type Answer = Exclude<Found, FoundEntry> | (FoundEntry & { isPassword: boolean });

/** Looks for the entry of what somebody entered, and checks the password. Rejects if the directory does not answer. */
export async function askDirectory(directory: Directory, name: string, password: string): Promise<Answer> {
  const found = await findEntry(directory, name);
  if (found.entries !== 'one') return found;
  return { ...found, isPassword: await isPasswordOf(directory, found.dn, password) };
}

/** The filter that finds the entry of what somebody entered. */
export function filterFor(directory: Directory, name: string): string {
  const filters = formsOfAddress(name).map((form) => directory.filter.replaceAll('%s', () => escapeValue(form)));
  return `(&${directory.users}(|${filters.join('')}))`;
}

/** Looks for the entry of what somebody entered. */
export const findEntry = (directory: Directory, name: string): Promise<Found> =>
  withSearch(directory, async (client) => {
    const filter = filterFor(directory, name);
    const options = { scope: 'sub', filter, sizeLimit: 2, ...listAttributes(directory) } as const;
    const [entry, another] = (await client.search(directory.base, options)).searchEntries;
    if (!entry) return { entries: 'none' };
    if (another) return { entries: 'several' };
    const groups = (await new Groups(directory, client).ofEntry(entry)) ?? 'withheld';
    return { entries: 'one', dn: entry.dn, groups, identity: withGroups(readIdentity(directory, entry), groups) };
  });

/** Codes with which directories reject one user: a wrong password, a locked or expired account, no password. */
const REJECTIONS = new Set([19, 48, 49, 50, 53]);

async function isPasswordOf(directory: Directory, dn: string, password: string): Promise<boolean> {
  // Directories accept an empty password as a sign-in of nobody.
  if (password === '') return false;
  const { ResultCodeError } = await ldapts();
  return withConnection(directory, async (client) => {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof ResultCodeError && REJECTIONS.has(error.code)) return false;
      throw error;
    }
  });
}

/**
 * Reads all users of the directory. The groups of groups are only looked up for those that are needed. This is done
 * after the last page, since OpenLDAP forgets a search in pages when another one comes on its connection.
 */
export async function readDirectory(directory: Directory, isNeeded: (id: string) => boolean): Promise<Identity[]> {
  const found: { entry: Entry; identity: Identity }[] = [];
  return withSearch(directory, async (client) => {
    const options = { scope: 'sub', filter: directory.users, ...listAttributes(directory) } as const;
    const paged = { pageSize: directory.pageSize };
    for await (const { searchEntries } of client.searchPaginated(directory.base, { ...options, paged })) {
      for (const entry of searchEntries) found.push({ entry, identity: readIdentity(directory, entry) });
      if (found.length > MOST_ENTRIES) throw new Error(`the directory has more than ${MOST_ENTRIES} users`);
    }
    const groups = new Groups(directory, client);
    const identities: Identity[] = [];
    for (const { entry, identity } of found) {
      const isAsked = isNeeded(identity.subject);
      identities.push(isAsked ? withGroups(identity, (await groups.ofEntry(entry)) ?? 'withheld') : identity);
    }
    return identities;
  });
}

const withGroups = (identity: Identity, names: string[] | 'withheld'): Identity => ({
  ...identity,
  groups: names === 'withheld' ? names : names.flatMap(formsOfGroup),
});

/** Finds the groups of users on one connection, and those that contain these groups. Each group is asked for once. */
class Groups {
  readonly #directory: Directory;
  readonly #client: Client;
  readonly #parents = new Map<string, Promise<string[]>>();

  constructor(directory: Directory, client: Client) {
    this.#directory = directory;
    this.#client = client;
  }

  /** The distinguished names of the groups of a user's entry; undefined: there are too many. */
  async ofEntry(entry: Entry): Promise<string[] | undefined> {
    const { attributes, nestedGroups, groupsFilter } = this.#directory;
    const named = readTexts(getAttribute(entry, attributes.groups));
    const found = new Map<string, string>();
    const add = (names: readonly string[]) => names.forEach((name) => found.set(formsOfGroup(name)[0]!, name));
    add(groupsFilter === undefined ? named : [...named, ...(await this.#search(entry.dn))]);
    // Groups that are added while the loop runs are visited, too. Those that contain each other end it.
    if (nestedGroups)
      for (const name of found.values()) {
        if (found.size > MOST_GROUPS) return undefined;
        add(await this.#parentsOf(name));
      }
    return [...found.values()];
  }

  #parentsOf(name: string): Promise<string[]> {
    const form = formsOfGroup(name)[0]!;
    const known = this.#parents.get(form) ?? this.#readParents(name);
    this.#parents.set(form, known);
    return known;
  }

  async #readParents(name: string): Promise<string[]> {
    if (this.#directory.groupsFilter !== undefined) return this.#search(name);
    const { groups } = this.#directory.attributes;
    const { NoSuchObjectError, InvalidDNSyntaxError } = await ldapts();
    try {
      const { searchEntries } = await this.#client.search(name, { scope: 'base', attributes: [groups] });
      return searchEntries.flatMap((entry) => readTexts(getAttribute(entry, groups)));
    } catch (error) {
      // A group that this account cannot see, or a plain name, is in no other group.
      if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return [];
      throw error;
    }
  }

  /** The groups that have an entry with this distinguished name as a member. */
  async #search(member: string): Promise<string[]> {
    const { groupsFilter, groupsBase, pageSize } = this.#directory;
    const filter = groupsFilter!.replaceAll('%s', () => escapeValue(member));
    const options: SearchOptions = { scope: 'sub', filter, attributes: ['1.1'], paged: { pageSize } };
    const names: string[] = [];
    for await (const { searchEntries } of this.#client.searchPaginated(groupsBase, options))
      names.push(...searchEntries.map(({ dn }) => dn));
    return names;
  }
}

/** IDs can be binary, such as those of Active Directory. The library compares these names as they are spelled. */
const listAttributes = ({ attributes }: Directory) => ({
  attributes: Object.values(attributes),
  explicitBufferAttributes: [attributes.id, attributes.id.toLowerCase(), 'objectGUID'],
});

function readIdentity({ attributes }: Directory, entry: Entry): Identity {
  const email = readTexts(getAttribute(entry, attributes.email))[0];
  return {
    issuer: LDAP,
    subject: findSubject(getAttribute(entry, attributes.id)) ?? entry.dn.toLowerCase(),
    email,
    accountName: email,
    fullName: readTexts(getAttribute(entry, attributes.name))[0],
    picture: undefined,
    groups: readTexts(getAttribute(entry, attributes.groups)).flatMap(formsOfGroup),
  };
}

/** Returns an attribute, whose name servers may spell in other cases than asked for. */
function getAttribute(entry: Entry, name: string): Entry[string] | undefined {
  const spelled = Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase());
  return spelled === undefined ? undefined : entry[spelled];
}

/** Text stays text; other bytes are written in hexadecimal. undefined: there is no ID, or its bytes are unknown. */
function findSubject(id: Entry[string] | undefined): string | undefined {
  const value = Array.isArray(id) ? id[0] : id;
  const text = value?.toString() ?? '';
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  return Buffer.isBuffer(value) && value.length > 0 ? value.toString('hex') : undefined;
}

const readTexts = (value: Entry[string] | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).map((one) => one?.toString().trim() ?? '').filter(Boolean);

/** A value in a filter, so that it cannot change the filter. */
const escapeValue = (value: string): string =>
  value.replace(/[\0()*\\]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
