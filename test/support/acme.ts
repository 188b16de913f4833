import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { calculateJwkThumbprint, type FlattenedJWSInput, flattenedVerify, importJWK, type JWK } from 'jose';
import { waitUntil } from './until.ts';

const openssl = (folder: string, ...args: string[]): void =>
  void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });

/** A self-signed certificate and its key in files, for `names`, valid for this many days. */
export function selfSigned(
  folder: string,
  name: string,
  names: readonly string[],
  days = 90,
): { cert: string; key: string } {
  const cert = join(folder, `${name}.pem`);
  const key = join(folder, `${name}.key`);
  const alternatives = names.map((one) => (/^[\d.]+$/.test(one) ? `IP:${one}` : `DNS:${one}`)).join(',');
  openssl(
    folder,
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert],
    ...['-days', String(days), '-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`],
  );
  return { cert, key };
}

interface Order {
  names: string[];
  token: string;
  status: 'pending' | 'ready' | 'valid' | 'invalid';
  certificate?: string;
}

/**
 * A certificate authority that speaks ACME (RFC 8555), as far as needed for the HTTP challenge. It sends the challenge
 * for every name to `askAt`.
 */
export interface Authority {
  directory: string;
  /** Its root certificate as PEM. */
  root: string;
  /** The number of certificates it issued. */
  issued: number;
  accounts: Set<string>;
  /** The contact addresses of the newest account request or update, as `mailto:` URLs. */
  contacts: readonly string[];
  /** If set, a new account must be bound to this key; the secret is base64url. */
  externalKey: { id: string; key: string } | undefined;
  /** If set, names are proved by DNS: the TXT records of a name. */
  records: ((name: string) => readonly string[]) | undefined;
  /** While true, its challenge requests fail. */
  failsChallenges: boolean;
  /** While true, it answers no request. Pending ones are answered when it is false again. */
  hangs: boolean;
  /** The validity of its certificates in days. */
  days: number;
}

/** Whether an account request has a signature with the key that the authority gave to the operator. */
async function isBound(binding: FlattenedJWSInput | undefined, { id, key }: { id: string; key: string }) {
  if (!binding) return false;
  const { protectedHeader } = await flattenedVerify(binding, Buffer.from(key, 'base64url')).catch(() => ({
    protectedHeader: undefined,
  }));
  return protectedHeader?.kid === id;
}

/** `port`: where it listens; any free one by default. */
export async function startAuthority(askAt: () => string, port = 0): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), 'klatch-acme-'));
  const root = selfSigned(folder, 'root', ['authority.example'], 365);
  const orders: Order[] = [];
  const keys = new Map<string, JWK>();
  const nonces = new Set<string>();
  const state: Authority = {
    directory: '',
    root: readFileSync(root.cert, 'utf8'),
    issued: 0,
    accounts: new Set(),
    contacts: [],
    externalKey: undefined,
    records: undefined,
    failsChallenges: false,
    hangs: false,
    days: 90,
  };

  const server = createServer(async (request, response) => {
    const nonce = randomBytes(16).toString('base64url');
    nonces.add(nonce);
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'Replay-Nonce': nonce, 'Content-Type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const at = (path: string) => `${state.directory.replace('/directory', '')}${path}`;
    const [, what, number] = request.url!.split('/');
    await waitUntil(() => !state.hangs || response.destroyed);
    if (what === 'directory')
      return reply(200, { newNonce: at('/nonce'), newAccount: at('/account'), newOrder: at('/order') });
    if (what === 'nonce') return reply(200, '');
    const text = await new Response(request as unknown as ReadableStream).text();
    const { protected: head, payload, signature } = JSON.parse(text);
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const jwk: JWK = header.jwk ?? keys.get(header.kid);
    const thumbprint = await calculateJwkThumbprint(jwk);
    if (!nonces.delete(header.nonce) || header.url !== at(request.url!))
      return reply(400, { type: 'urn:ietf:params:acme:error:badNonce' });
    await flattenedVerify({ protected: head, payload, signature }, await importJWK(jwk, header.alg));
    const said = payload === '' ? {} : JSON.parse(Buffer.from(payload, 'base64url').toString());
    const order = orders[Number(number)];
    const view = (one: Order, id: number) => ({
      status: one.status,
      identifiers: one.names.map((value) => ({ type: 'dns', value })),
      authorizations: [at(`/authorization/${id}`)],
      finalize: at(`/finalize/${id}`),
      ...(one.certificate && { certificate: at(`/certificate/${id}`) }),
    });
    const challenge = (one: Order, id: number) => ({
      type: state.records ? 'dns-01' : 'http-01',
      token: one.token,
      url: at(`/challenge/${id}`),
      status: one.status === 'ready' ? 'valid' : one.status,
      ...(one.status === 'invalid' && {
        error: { type: 'urn:ietf:params:acme:error:connection', detail: 'Nobody answered at port 80' },
      }),
    });
    if (what === 'account' && number !== undefined) {
      // Strict, as the RFC allows: the status and the contact can be changed, and nothing else.
      if (!said.contact && !said.status)
        return reply(400, { type: 'urn:ietf:params:acme:error:malformed', detail: 'Empty account update' });
      state.contacts = said.contact ?? state.contacts;
      return reply(200, { status: 'valid', contact: state.contacts });
    }
    if (what === 'account') {
      const kid = at(`/account/${thumbprint}`);
      if (state.accounts.has(thumbprint)) return reply(200, { status: 'valid' }, { Location: kid });
      if (state.externalKey && !(await isBound(said.externalAccountBinding, state.externalKey)))
        return reply(401, { type: 'urn:ietf:params:acme:error:externalAccountRequired', detail: 'No valid key' });
      state.contacts = said.contact ?? [];
      keys.set(kid, jwk);
      state.accounts.add(thumbprint);
      return reply(201, { status: 'valid' }, { Location: kid });
    }
    if (what === 'order' && number === undefined) {
      const made: Order = {
        names: said.identifiers.map(({ value }: { value: string }) => value),
        token: randomBytes(16).toString('base64url'),
        status: 'pending',
      };
      const id = orders.push(made) - 1;
      return reply(201, view(made, id), { Location: at(`/order/${id}`) });
    }
    if (!order) return reply(404, { type: 'urn:ietf:params:acme:error:malformed' });
    const id = Number(number);
    if (what === 'order') return reply(200, view(order, id));
    if (what === 'authorization')
      return reply(200, {
        status: order.status === 'ready' ? 'valid' : order.status,
        identifier: { type: 'dns', value: order.names[0] },
        challenges: [challenge(order, id)],
      });
    if (what === 'challenge') {
      const expected = `${order.token}.${thumbprint}`;
      if (state.records) {
        const digest = createHash('sha256').update(expected).digest('base64url');
        order.status = state.records(`_acme-challenge.${order.names[0]}`).includes(digest) ? 'ready' : 'invalid';
        return reply(200, challenge(order, id));
      }
      const found = state.failsChallenges
        ? ''
        : await fetch(`${askAt()}/.well-known/acme-challenge/${order.token}`).then((answer) => answer.text());
      order.status = found === expected ? 'ready' : 'invalid';
      return reply(200, challenge(order, id));
    }
    if (what === 'finalize') {
      writeFileSync(join(folder, 'csr.der'), Buffer.from(said.csr, 'base64url'));
      writeFileSync(join(folder, 'names.cnf'), `subjectAltName=${order.names.map((name) => `DNS:${name}`).join(',')}`);
      const signed = [
        'x509',
        '-req',
        '-inform',
        'DER',
        '-in',
        'csr.der',
        '-CA',
        root.cert,
        '-CAkey',
        root.key,
        '-CAcreateserial',
      ];
      openssl(folder, ...signed, '-days', String(state.days), '-extfile', 'names.cnf', '-out', 'made.pem');
      order.certificate = readFileSync(join(folder, 'made.pem'), 'utf8') + state.root;
      order.status = 'valid';
      state.issued += 1;
      return reply(200, view(order, id), { Location: at(`/order/${id}`) });
    }
    return reply(200, order.certificate!, { 'Content-Type': 'application/pem-certificate-chain' });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  state.directory = `http://127.0.0.1:${(server.address() as AddressInfo).port}/directory`;
  after(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });
  return state;
}
