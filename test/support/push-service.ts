import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

interface Registered {
  key: string;
  hostname: string;
  email: string;
  facts?: Record<string, any>;
}

type Answer = { code?: string; [name: string]: unknown };

/** A push service on this machine where servers register. It rejects requests that break the protocol. */
export class RegisteringPushService {
  readonly servers = new Map<string, Registered>();
  /** The requests in their order, such as `server/register`. */
  readonly asked: string[] = [];
  readonly notified: Record<string, any>[] = [];
  /** How it answers everything, if it fails. */
  failure: { status: number; code: string; msg?: string } | undefined;
  delivers = true;
  /** Requests a path of the host whose registration is to be transferred. Returns the answer. */
  askHost: (path: string) => Promise<Record<string, any>> = async () => ({});
  readonly url: Promise<string>;
  #counts = 0;

  constructor() {
    const server = createServer(async (request, response) => {
      const path = request.url!.replace('/api/v1/remotes/', '');
      const body = await text(request);
      this.asked.push(path);
      const isJson = request.headers['content-type'] === 'application/json';
      const fields = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
      const answer = await this.#answer(`${request.method} ${path}`, fields, request.headers.authorization);
      response.writeHead(answer.code ? (this.failure?.status ?? 400) : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ result: answer.code ? 'error' : 'success', msg: '', ...answer }));
    });
    this.url = new Promise((done) =>
      server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
    after(() => server.close());
  }

  #answer(request: string, fields: Record<string, any>, authorization = ''): Answer | Promise<Answer> {
    if (this.failure) return { msg: '', ...this.failure };
    if (request === 'POST server/register') return this.#register(fields);
    if (request === 'POST server/register/transfer') return { verification_secret: `secret of ${fields.hostname}` };
    if (request === 'POST server/register/verify_challenge') return this.#transfer(fields);
    const [id, key] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
    const server = this.servers.get(id!);
    if (server?.key !== key) return { code: 'INVALID_ZULIP_SERVER' };
    if (request === 'POST server/deactivate') this.servers.delete(id!);
    if (request === 'GET server/analytics/status') return { last_realmauditlog_id: this.#counts };
    if (request === 'POST server/analytics') return this.#takeFacts(server!, fields);
    if (request === 'POST push/notify') this.notified.push(fields);
    return {};
  }

  #register({ zulip_org_id: id, zulip_org_key: key, hostname, contact_email: email }: Record<string, string>) {
    assert.match(id!, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(key!.length, 64);
    const other = [...this.servers].find(([otherId, server]) => server.hostname === hostname && otherId !== id);
    if (other) return { code: 'HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR' };
    const before = this.servers.get(id!);
    if (before && before.key !== key) return { code: 'INVALID_ZULIP_SERVER' };
    this.servers.set(id!, { ...before, key: key!, hostname: hostname!, email: email! });
    return { created: !before };
  }

  async #transfer({ hostname, access_token }: Record<string, string>) {
    const { verification_secret } = await this.askHost(`/zulip-services/verify/${access_token}/`);
    if (verification_secret !== `secret of ${hostname}`) return { code: 'BAD_REQUEST', msg: 'not proven' };
    const [id, server] = [...this.servers].find(([, { hostname: name }]) => name === hostname)!;
    server.key = randomBytes(32).toString('hex');
    return { zulip_org_id: id, zulip_org_key: server.key };
  }

  #takeFacts(server: Registered, fields: Record<string, string>) {
    const facts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.parse(value)]));
    const [row] = facts.realmauditlog_rows;
    if (row.id <= this.#counts) return { code: 'BAD_REQUEST' };
    this.#counts = row.id;
    server.facts = facts;
    const [{ uuid }] = facts.realms;
    return { realms: { [uuid]: { can_push: this.delivers, expected_end_timestamp: null } } };
  }
}
