import { readFileSync } from 'node:fs';
import { after } from 'node:test';
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

/** An LDAP server on this machine that speaks TLS and needs a password to search. */
export async function startDirectory(entries: Entry[]) {
  const { cert, key } = selfSigned(temporaryFolder(), 'directory', ['localhost', '127.0.0.1']);
  const server = ldap.createServer({
    certificate: readFileSync(cert, 'utf8'),
    key: readFileSync(key, 'utf8'),
  } as never);
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
    for (const entry of entries) {
      const attributes = { objectclass: ['person'], uid: entry.uid, ...entry.attributes };
      if (request.filter.matches(attributes, false)) response.send({ dn: dnOf(entry), attributes });
    }
    response.end();
    return next();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  after(() => server.close(() => {}));
  const { port } = new URL(server.url);
  return {
    entries,
    settings: {
      url: `ldaps://localhost:${port}`,
      'ca-file': cert,
      'bind-dn': SERVICE.dn,
      'bind-password': SERVICE.password,
      base: BASE,
    },
  };
}
