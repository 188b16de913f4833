import { readFile } from 'node:fs/promises';
import type { Client, Entry } from 'ldapts';
import { type Directory, LDAP } from './directory.ts';
import type { Identity } from './types.ts';

/** Loaded with the first sign-in: the server starts without it. */
const ldapts = () => import('ldapts');

const TIMEOUT = 10_000;
/** The most entries that are read at a time, and altogether. */
const PAGE = 500;
const MOST_ENTRIES = 200_000;

/** Does something with a connection to the directory, which is encrypted unless the directory is on this machine. */
async function connected<T>(directory: Directory, work: (client: Client) => Promise<T>): Promise<T> {
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
const searching = <T>(directory: Directory, work: (client: Client) => Promise<T>): Promise<T> =>
  connected(directory, async (client) => {
    if (directory.bindDn !== undefined) await client.bind(directory.bindDn, directory.bindPassword);
    return work(client);
  });

/** What the directory says about a sign-in: nothing (undefined) if it has no such entry. */
export interface Answer {
  identity: Identity;
  isPassword: boolean;
}

/** Looks for the entry of what somebody entered, and checks the password. Rejects if the directory does not answer. */
export async function askDirectory(directory: Directory, name: string, password: string): Promise<Answer | undefined> {
  const filter = `(&${directory.users}${directory.filter.replaceAll('%s', () => escaped(name))})`;
  const entries = await searching(directory, (client) =>
    client.search(directory.base, { scope: 'sub', filter, sizeLimit: 2, ...attributesOf(directory) }),
  );
  const [entry, another] = entries.searchEntries;
  if (!entry || another) return undefined;
  return { identity: identityOf(directory, entry), isPassword: await isPasswordOf(directory, entry.dn, password) };
}

async function isPasswordOf(directory: Directory, dn: string, password: string): Promise<boolean> {
  // Directories accept an empty password as a sign-in of nobody.
  if (password === '') return false;
  const { InvalidCredentialsError } = await ldapts();
  return connected(directory, async (client) => {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw error;
    }
  });
}

/** Reads all users of the directory. */
export async function readDirectory(directory: Directory): Promise<Identity[]> {
  const identities: Identity[] = [];
  await searching(directory, async (client) => {
    const options = { scope: 'sub', filter: directory.users, ...attributesOf(directory) } as const;
    for await (const { searchEntries } of client.searchPaginated(directory.base, {
      ...options,
      paged: { pageSize: PAGE },
    })) {
      identities.push(...searchEntries.map((entry) => identityOf(directory, entry)));
      if (identities.length > MOST_ENTRIES) throw new Error(`the directory has more than ${MOST_ENTRIES} users`);
    }
  });
  return identities;
}

/** IDs can be binary, such as those of Active Directory. The library compares these names as they are spelled. */
const attributesOf = ({ attributes }: Directory) => ({
  attributes: Object.values(attributes),
  explicitBufferAttributes: [attributes.id, attributes.id.toLowerCase(), 'objectGUID'],
});

function identityOf({ attributes }: Directory, entry: Entry): Identity {
  const email = textsOf(attributeOf(entry, attributes.email))[0];
  return {
    issuer: LDAP,
    subject: subjectOf(attributeOf(entry, attributes.id)) ?? entry.dn.toLowerCase(),
    email,
    accountName: email,
    fullName: textsOf(attributeOf(entry, attributes.name))[0],
    picture: undefined,
    groups: textsOf(attributeOf(entry, attributes.groups)).flatMap((dn) => [dn, commonName(dn) ?? dn]),
  };
}

/** Returns an attribute, whose name servers may spell in other cases than asked for. */
function attributeOf(entry: Entry, name: string): Entry[string] | undefined {
  const spelled = Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase());
  return spelled === undefined ? undefined : entry[spelled];
}

/** Text stays text; other bytes are written in hexadecimal. undefined: there is no ID, or its bytes are unknown. */
function subjectOf(id: Entry[string] | undefined): string | undefined {
  const value = Array.isArray(id) ? id[0] : id;
  const text = value?.toString() ?? '';
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  return Buffer.isBuffer(value) && value.length > 0 ? value.toString('hex') : undefined;
}

const textsOf = (value: Entry[string] | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).map((one) => one?.toString().trim() ?? '').filter(Boolean);

/** `cn=admins,ou=groups,dc=example` → `admins`. */
const commonName = (dn: string): string | undefined => /^[^=,]+=((?:[^,\\]|\\.)+)/.exec(dn)?.[1];

/** A value in a filter, so that it cannot change the filter. */
const escaped = (value: string): string =>
  value.replace(/[\0()*\\]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
