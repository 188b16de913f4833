import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { Provider } from 'oidc-provider';
import { png } from './images.ts';
import type { Visitor } from './visitor.ts';

export type Claims = { sub: string; email?: string; email_verified?: boolean } & Record<string, unknown>;

/** The address that tests give their server. Browsers of tests find it at its real address. */
const PUBLIC_URL = 'http://klatch.example';

/** The seconds for which ID tokens are valid. */
export const ID_TOKEN_LIFETIME = 600;
/** Claims that can be in the ID token, too. */
const IN_BOTH = ['email', 'email_verified', 'name', 'groups', '_claim_names', '_claim_sources', 'hasgroups'];

/** Changes the JSON of an answer before it is sent. */
function changeJson(response: ServerResponse, change: (document: any) => object): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string | Buffer) => {
    const changed = JSON.stringify(change(JSON.parse(String(body))));
    response.setHeader('Content-Length', Buffer.byteLength(changed));
    return end(changed);
  }) as typeof response.end;
}

/** An OpenID Connect provider on this machine. It signs in the account that a test chose, and asks nothing. */
export class IdentityProvider {
  readonly clientId = 'klatch';
  readonly clientSecret = 'a secret of the test';
  readonly issuer: string;
  /** Who signs in next; undefined: the user refuses. */
  account: Claims | undefined;
  /** The methods and the class of the next sign-ins, as the ID token names them. */
  amr: string[] | undefined;
  /** Checks the client's secret, instead of a comparison. Rejects if it is wrong. */
  checkSecret: ((secret: string) => Promise<void>) | undefined;
  acr: string | undefined;
  /** The claims of the ID token; the others are only at the address for claims about the user. */
  idTokenClaims: Record<string, unknown> = {};
  /** Answers a path instead of the provider. */
  readonly instead = new Map<string, (response: ServerResponse) => void>();
  /** Changes the JSON of a path. */
  readonly changes = new Map<string, (document: any) => object>();
  /** Sends claims about the user as a signed token. */
  #signsClaims = false;
  /** The parameters of the last sign-in. */
  asked = new URLSearchParams();
  #provider: Provider;
  #keys = 0;
  #key: KeyObject | undefined;
  readonly #callbacks: readonly string[];

  /** The provider as a table of klatch.toml. */
  get table() {
    return {
      name: 'company',
      'display-name': 'Company',
      issuer: this.issuer,
      'client-id': this.clientId,
      'client-secret': this.clientSecret,
    };
  }

  constructor(issuer: string, callbacks: readonly string[]) {
    this.issuer = issuer;
    this.#callbacks = callbacks;
    this.#provider = this.#create();
  }

  /** Signs with other keys from now on, as providers do from time to time. */
  rotateKeys(): void {
    this.#provider = this.#create();
  }

  signClaims(): void {
    this.#signsClaims = true;
    this.#provider = this.#create();
  }

  /** Signs claims as the provider signs its tokens. */
  signToken(claims: Record<string, unknown>): string {
    const parts = [{ alg: 'RS256', kid: `key-${this.#keys}` }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign('sha256', Buffer.from(text), this.#key!).toString('base64url')}`;
  }

  #create(): Provider {
    this.#key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const key = this.#key.export({ format: 'jwk' });
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          ...(this.#signsClaims && { userinfo_signed_response_alg: 'RS256' as const }),
          redirect_uris: this.#callbacks.map((path) => new URL(path, PUBLIC_URL).href),
          post_logout_redirect_uris: [`${PUBLIC_URL}/login/`],
        },
      ],
      acrValues: ['1', '2'],
      jwks: { keys: [{ ...key, kid: `key-${++this.#keys}`, use: 'sig', alg: 'RS256' }] },
      claims: {
        openid: ['sub', 'amr', 'acr', ...IN_BOTH],
        email: ['email', 'email_verified'],
        profile: ['name', 'picture', 'groups'],
      },
      cookies: { keys: ['a key of the test'] },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        jwtUserinfo: { enabled: true },
      },
      ttl: { IdToken: ID_TOKEN_LIFETIME },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({
        accountId: id,
        claims: (use) => ({ ...(use === 'id_token' ? this.idTokenClaims : this.account), sub: id }),
      }),
    });
    return provider;
  }

  /** Checks the secret in the form, and passes the request on with the usual secret. */
  async #isSecret(request: IncomingMessage, check: (secret: string) => Promise<void>): Promise<boolean> {
    const { client_secret: secret = '', ...fields } = Object.fromEntries(new URLSearchParams(await text(request)));
    const credentials = `${this.clientId}:${encodeURIComponent(this.clientSecret)}`;
    request.headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    Object.assign(request, { body: fields });
    return check(secret).then(
      () => true,
      () => false,
    );
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.issuer);
    const instead = this.instead.get(url.pathname);
    if (instead) return instead(response);
    const change = this.changes.get(url.pathname);
    if (change) changeJson(response, change);
    if (url.pathname === '/picture.png')
      return void response.writeHead(200, { 'Content-Type': 'image/png' }).end(await png());
    if (url.pathname === '/auth') this.asked = url.searchParams;
    if (url.pathname === '/token' && this.checkSecret && !(await this.#isSecret(request, this.checkSecret)))
      return void response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"invalid_client"}');
    if (!url.pathname.startsWith('/interaction/')) return void this.#provider.callback()(request, response);
    const { prompt, params, session } = await this.#provider.interactionDetails(request, response);
    if (!this.account) return this.#provider.interactionFinished(request, response, { error: 'access_denied' });
    if (prompt.name === 'login') {
      const login = {
        accountId: this.account.sub,
        ...(this.amr && { amr: this.amr }),
        ...(this.acr && { acr: this.acr }),
      };
      return this.#provider.interactionFinished(request, response, { login });
    }
    const grant = new this.#provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const grantId = await grant.save();
    return this.#provider.interactionFinished(request, response, { consent: { grantId } });
  }
}

/** Starts a provider that sends browsers back to these paths of PUBLIC_URL, or addresses. */
export async function startIdentityProvider(...callbacks: string[]): Promise<IdentityProvider> {
  let provider: IdentityProvider | undefined;
  const server = createServer((request, response) => void provider!.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  provider = new IdentityProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, callbacks);
  return provider;
}

/**
 * Follows a sign-in from `path` through the provider, as a browser does, up to the answer of the callback page. Returns
 * the address where the browser came back to, too.
 */
export async function signInThrough(visitor: Visitor, path: string): Promise<{ response: Response; callback: string }> {
  const started = await visitor.request('GET', path);
  const to = started.headers.get('location');
  if (!to) throw new Error(`${path} answered ${started.status}: ${await started.text()}`);
  const callback = await throughProvider(to);
  return { response: await visitor.request('GET', callback), callback };
}

/**
 * Visits the provider from this address on, until it sends the browser back. Returns the path of that. The fields of a
 * form are in its query.
 */
export async function throughProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = new URL(address), steps = 0; steps < 15; steps++) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const to = response.headers.get('location') ?? formIn(await response.text());
    if (!to) throw new Error(`the provider answered ${response.status}`);
    url = new URL(to, url);
    if (url.origin === PUBLIC_URL) return url.pathname + url.search;
  }
  throw new Error('too many redirects');
}

/** The target of a form with hidden fields, and these fields as its query; undefined: there is no form. */
function formIn(html: string): string | undefined {
  const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1];
  const fields = [...html.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)];
  return action && `${action}?${new URLSearchParams(fields.map(([, name, value]) => [name!, value!]))}`;
}
