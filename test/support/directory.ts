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

const BASE = 'ou=people,dc=example';
const SERVICE = { dn: 'cn=klatch,dc=example', password: 'a secret of the test' };

/**
 * An LDAP server on this machine that needs a password to search. It speaks TLS from the beginning, or from the
 * StartTLS request on, and nothing without it.
 */
export async function startDirectory(entries: Entry[], { startTls = false } = {}) {
  const { cert, key } = selfSigned(temporaryFolder(), 'directory', ['localhost', '127.0.0.1']);
  const certificate = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  const options = startTls ? {} : { certificate: certificate.cert, key: certificate.key };
  const server = ldap.createServer(options as never);
  const dnOf = ({ uid }: Entry) => `uid=${uid},${BASE}`;
  server.bind('dc=example', (request: any, response: any, next: any) => {
    const dn = String(request.dn)
      .replace(/\s*,\s*/g, ',')
      .toLowerCase();
    const password = dn === SERVICE.dn ? SERVICE.password : entries.find((entry) => dnOf(entry) === dn)?.password;
    if (password === undefined || password !== request.credentials) return next(new ldap.InvalidCredentialsError());
    response.end();
    return next();
  });
  server.search(BASE, (request: any, response: any, next: any) => {
    if (!request.connection.ldap.bindDN.toString().includes('klatch'))
      return next(new ldap.InsufficientAccessRightsError());
    // The names of attributes have no case, but the library compares those of a request with lowercase ones.
    response.attributes = response.attributes.map((name: string) => name.toLowerCase());
    for (const entry of entries) {
      const attributes = { objectclass: ['person'], uid: entry.uid, ...entry.attributes };
      if (request.filter.matches(attributes, false)) response.send({ dn: dnOf(entry), attributes });
    }
    response.end();
    return next();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  after(() => server.close(() => {}));
  const inner = Number(new URL(server.url).port);
  const front = startTls ? await startTlsInFrontOf(inner, certificate) : undefined;
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

const START_TLS = '1.3.6.1.4.1.1466.20037';

/** Accepts StartTLS for an LDAP server that lacks it. Rejects everything that is sent before it. */
async function startTlsInFrontOf(inner: number, certificate: { cert: string; key: string }) {
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
