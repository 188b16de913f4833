import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { isSecure } from './provider-settings.ts';
import type { Provider } from './types.ts';

/** Loaded with the first sign-in: the server starts without it. */
export const openid = () => import('openid-client');

/** The details of a provider are read again after this time, in ms. */
const LIFETIME = 3_600_000;
/** The longest answer of a provider, in bytes. */
const LONGEST = 2 ** 20;
/** Seconds until a provider must have answered. */
export const TIMEOUT = 10;
/** Seconds by which the clock of a provider may differ. */
export const CLOCK_TOLERANCE = 120;

/** The details of the providers in use: their addresses and keys. They are kept in memory only. */
export class ProviderClients {
  readonly #known = new Map<string, { since: number; configuration: Promise<Configuration> }>();

  /** Returns a provider's details. Rejects if the provider does not answer. */
  of(provider: Provider): Promise<Configuration> {
    const key = JSON.stringify(provider);
    const known = this.#known.get(key);
    if (known && known.since > Date.now() - LIFETIME) return known.configuration;
    const configuration = provider.protocol === 'github' ? githubClient(provider) : discover(provider);
    this.#known.set(key, { since: Date.now(), configuration });
    // A provider that did not answer is asked again with the next sign-in.
    configuration.catch(() => this.#known.delete(key));
    return configuration;
  }
}

async function discover(provider: Provider): Promise<Configuration> {
  const { allowInsecureRequests, clockTolerance, customFetch, discovery, enableNonRepudiationChecks } = await openid();
  const url = new URL(provider.issuer);
  return discovery(url, provider.clientId, { [clockTolerance]: CLOCK_TOLERANCE }, await makeClientAuth(provider), {
    [customFetch]: limitedFetch,
    timeout: TIMEOUT,
    // Without TLS only on this machine, for development.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
}

/** GitHub speaks OAuth 2 without discovery. */
async function githubClient(provider: Provider): Promise<Configuration> {
  const client = await openid();
  const configuration = new client.Configuration(
    {
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/login/oauth/authorize`,
      token_endpoint: `${provider.issuer}/login/oauth/access_token`,
    },
    provider.clientId,
    {},
    await makeClientAuth(provider),
  );
  configuration[client.customFetch] = limitedFetch;
  configuration.timeout = TIMEOUT;
  if (provider.issuer.startsWith('http:') && isSecure(provider.issuer)) client.allowInsecureRequests(configuration);
  return configuration;
}

/**
 * How this server authenticates at the token endpoint. The standard's usual way is HTTP Basic; the secret goes into the
 * form where the provider does not support that.
 */
async function makeClientAuth(provider: Provider): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await openid();
  const { clientSecret, signingKey } = provider;
  if (signingKey)
    return async (server, client, body, headers) => {
      const secret = await signedSecret(provider.clientId, signingKey);
      return ClientSecretPost(secret)(server, client, body, headers);
    };
  if (clientSecret === undefined) return None();
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported;
    const isBasic =
      supported === undefined ? provider.protocol === 'openid' : supported.includes('client_secret_basic');
    return (isBasic ? ClientSecretBasic : ClientSecretPost)(clientSecret)(server, client, body, headers);
  };
}

/** Apple's client secret: a token that is signed with a key and valid for five minutes. */
async function signedSecret(clientId: string, key: NonNullable<Provider['signingKey']>): Promise<string> {
  const [{ importPKCS8, SignJWT }, { readFile }] = await Promise.all([import('jose'), import('node:fs/promises')]);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
    .setIssuer(key.teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(await readFile(key.file, 'utf8'), 'ES256'));
}

/** The last answer of a provider within a request of the library, which does not return what it rejects. */
export const lastAnswer = new AsyncLocalStorage<{ text: string }>();

/** Rejects answers that are longer than a provider's answers ever are. */
export const limitedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LONGEST) throw new Error(`the provider's answer has more than ${LONGEST} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const body = size === 0 ? null : Buffer.concat(chunks);
  const kept = lastAnswer.getStore();
  if (kept) kept.text = body?.toString() ?? '';
  const isJson = status === 200 && /^application\/json\b/i.test(headers.get('content-type') ?? '');
  return new Response(body && isJson ? withUsualForms(body) : body, { status, statusText, headers });
};

/**
 * The document of a provider in the forms that the library accepts: a number as `sub` becomes a text. A provider that
 * does not say how it signs claims about users signs them as it signs ID tokens.
 */
function withUsualForms(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> | string {
  const document = parseBody(body);
  if (document === undefined) return body;
  const { sub, id_token_signing_alg_values_supported: algorithms } = document;
  if (Number.isSafeInteger(sub)) return JSON.stringify({ ...document, sub: String(sub) });
  if (algorithms === undefined || document.userinfo_signing_alg_values_supported !== undefined) return body;
  return JSON.stringify({ ...document, userinfo_signing_alg_values_supported: algorithms });
}

function parseBody(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
