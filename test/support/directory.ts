import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { TLSSocket } from 'node:tls';
import ldap from 'ldapjs';
import { selfSigned } from './acme.ts';
import { temporaryFolder } from './process.ts';

export interface Entry {
  uid: string;
  password: string;
  attributes: Record<string, string | string[]>;
}

/** A group, whose members are entries or other groups. */
export interface GroupEntry {
  dn: string;
  members: string[];
  attributes?: Record<string, string | string[]>;
}

const BASE = 'ou=people,dc=example';
const GROUPS = 'ou=groups,dc=example';
/** Active Directory's rule that follows members of members. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
const SERVICE = { dn: 'cn=klatch,dc=example', password: 'a secret of the test' };

/**
 * An LDAP server on this machine that needs a password to search. It speaks TLS from the beginning, or from the
 * StartTLS request on, and nothing without it.
 */
export async function startDirectory(entries: Entry[], { startTls = false, groups = [] as GroupEntry[] } = {}) {
  const { cert, key } = selfSigned(temporaryFolder(), 'directory', ['localhost', '127.0.0.1']);
  const certificate = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  const options = startTls ? {} : { certificate: certificate.cert, key: certificate.key };
  const server = ldap.createServer(options as never);
  const getDn = ({ uid }: Entry) => `uid=${uid},${BASE}`;
  server.bind('dc=example', (request: any, response: any, next: any) => {
    const dn = String(request.dn)
      .replace(/\s*,\s*/g, ',')
      .toLowerCase();
    const password = dn === SERVICE.dn ? SERVICE.password : entries.find((entry) => getDn(entry) === dn)?.password;
    if (password === undefined || password !== request.credentials) return next(new ldap.InvalidCredentialsError());
    response.end();
    return next();
  });
  server.search(BASE, (request: any, response: any, next: any) => {
    if (!request.connection.ldap.bindDN.toString().includes('klatch'))
      return next(new ldap.InsufficientAccessRightsError());
    // The names of attributes have no case, but the library compares those of a request with lowercase ones.
    response.attributes = response.attributes.map((name: string) => name.toLowerCase());
    const found = entries
      .map((entry) => ({
        dn: getDn(entry),
        attributes: { objectclass: ['person'], uid: entry.uid, ...entry.attributes },
      }))
      .filter(({ attributes }) => request.filter.matches(asInFilters(attributes), false));
    const page = takePage(request, response, found);
    if (!page) return next(new ldap.ProtocolError('paged results cookie is invalid'));
    for (const entry of page) response.send(entry);
    response.end();
    return next();
  });
  server.search(GROUPS, (request: any, response: any, next: any) => {
    response.attributes = response.attributes.map((name: string) => name.toLowerCase());
    request.connection.pageStart = undefined;
    for (const group of groups) {
      const attributes = { objectclass: ['group'], member: group.members, ...group.attributes };
      const isFound =
        request.scopeName === 'base'
          ? sameDn(request.dn, group.dn)
          : isInFilter(request.filter, (member, inChain) => isMember(groups, group, { member, inChain }));
      if (isFound) response.send({ dn: group.dn, attributes });
    }
    response.end();
    return next();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  after(() => server.close(() => {}));
  const inner = Number(new URL(server.url).port);
  const front = startTls ? await startTlsProxy(inner, certificate) : undefined;
  return {
    entries,
    /** How many connections asked for StartTLS. */
    secured: () => front?.secured() ?? 0,
    settings: {
      url: front ? `ldap://localhost:${front.port}` : `ldaps://localhost:${inner}`,
      'ca-file': cert,
      'bind-dn': SERVICE.dn,
      'bind-password': SERVICE.password,
      base: BASE,
    },
  };
}

/** The package's types do not have it. */
const { PagedResultsControl } = ldap as any;

/**
 * The entries of the page that a request asks for; all without pages. As in OpenLDAP, a connection knows one search in
 * pages, which another search ends. undefined: it is not this one.
 */
function takePage<T>(request: any, response: any, found: readonly T[]): readonly T[] | undefined {
  const { connection, controls } = request;
  const { size = Number.POSITIVE_INFINITY, cookie = '' } =
    controls.find((control: any) => control.type === PagedResultsControl.OID)?.value ?? {};
  const from = String(cookie) === '' ? 0 : connection.pageStart;
  connection.pageStart = undefined;
  if (from === undefined || String(cookie) !== (from === 0 ? '' : String(from))) return undefined;
  const to = from + size;
  if (to < found.length) connection.pageStart = to;
  const value = { size: 0, cookie: Buffer.from(to < found.length ? String(to) : '') };
  if (size !== Number.POSITIVE_INFINITY) response.addControl(new PagedResultsControl({ value }));
  return found.slice(from, to);
}

/** Attributes as the library has the values of filters: letters outside ASCII are bytes in hexadecimal. */
const asInFilters = (attributes: Entry['attributes']): Entry['attributes'] =>
  Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [values].flat().map(escapedLetters)]));
const escapedLetters = (text: string): string =>
  text.replace(/[^\x00-\x7f]/gu, (letter) => Buffer.from(letter).toString('hex').replace(/../g, '\\$&'));

const sameDn = (a: unknown, b: string): boolean => spelled(a) === spelled(b);
const spelled = (dn: unknown): string =>
  String(dn)
    .replace(/\s*([,=])\s*/g, '$1')
    .toLowerCase();

/** Calls `isMember` for a filter `(member=DN)`, or with the rule that follows members of members. */
function isInFilter(filter: any, isMember: (member: string, inChain: boolean) => boolean): boolean {
  const { matchRule, matchValue } = filter.json as { matchRule?: string; matchValue?: string };
  return isMember(String(matchValue ?? filter.value), matchRule === IN_CHAIN);
}

function isMember(
  groups: readonly GroupEntry[],
  group: GroupEntry,
  { member, inChain }: { member: string; inChain: boolean },
  seen = new Set<GroupEntry>(),
): boolean {
  if (seen.has(group)) return false;
  seen.add(group);
  if (group.members.some((one) => sameDn(one, member))) return true;
  const inner = inChain ? groups.filter(({ dn }) => group.members.some((one) => sameDn(one, dn))) : [];
  return inner.some((one) => isMember(groups, one, { member, inChain }, seen));
}

const START_TLS = '1.3.6.1.4.1.1466.20037';

/** Accepts StartTLS for an LDAP server that lacks it. Rejects everything that is sent before it. */
async function startTlsProxy(inner: number, certificate: { cert: string; key: string }) {
  let secured = 0;
  const accept = (socket: Socket): void => {
    socket.once('data', (message) => {
      // A short message: SEQUENCE, its length, INTEGER, its length (1), the ID of the message.
      if (!message.includes(START_TLS)) return void socket.destroy();
      secured++;
      socket.write(Buffer.from([0x30, 12, 2, 1, message[4]!, 0x78, 7, 10, 1, 0, 4, 0, 4, 0]));
      const encrypted = new TLSSocket(socket, { isServer: true, ...certificate });
      const server = connect(inner, '127.0.0.1');
      encrypted.pipe(server).pipe(encrypted);
      for (const one of [encrypted, server]) one.on('error', () => [encrypted, server].forEach((end) => end.destroy()));
    });
    socket.on('error', () => {});
  };
  const front = createServer(accept);
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  after(() => front.close());
  return { port: (front.address() as { port: number }).port, secured: () => secured };
}
