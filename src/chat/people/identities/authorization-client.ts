import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { openid } from './client.ts';
import { githubSignIn } from './github-client.ts';
import { statesSecondFactor } from './second-factor-claims.ts';
import type { Identity, Provider } from './types.ts';

/** What the browser keeps while its user signs in at the provider. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Prepares a sign-in at the provider. Throws if the provider does not answer. */
export async function startAuthorization(
  app: App,
  provider: Provider,
  { redirectUri, again }: { redirectUri: string; again: boolean },
): Promise<{ url: URL; attempt: Attempt }> {
  const configuration = await clientOf(app, provider);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await openid();
  const attempt: Attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scopes.join(' '),
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(provider.protocol === 'openid' && { nonce: attempt.nonce }),
    ...(provider.formPost && { response_mode: 'form_post' }),
    ...(again && provider.promptAgain && { prompt: provider.promptAgain }),
    ...(provider.secondFactorAcr.length > 0 && { acr_values: provider.secondFactorAcr.join(' ') }),
  });
  return { url, attempt };
}

/** The result of a sign-in at the provider. */
export interface Authorized {
  identity: Identity;
  idToken: string | undefined;
  /** Whether the provider asked for a second factor. */
  hasSecondFactor: boolean;
}

/**
 * Ends a sign-in at the provider, which sent the browser back to `url`. Throws if the answer does not belong to the
 * attempt, if the provider refused, or if a token is not valid.
 */
export async function finishAuthorization(
  app: App,
  provider: Provider,
  { url, attempt }: { url: URL; attempt: Attempt },
): Promise<Authorized> {
  const configuration = await clientOf(app, provider);
  const { authorizationCodeGrant } = await openid();
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: attempt.state,
      pkceCodeVerifier: attempt.verifier,
      ...(provider.protocol === 'openid' && { expectedNonce: attempt.nonce, idTokenExpected: true }),
    });
    if (provider.protocol === 'github') return await githubSignIn(configuration, provider, tokens.access_token);
    const idToken = tokens.claims()!;
    const claims = await claimsOf(configuration, provider, { idToken, access: tokens.access_token });
    const hasSecondFactor = provider.trustSecondFactor || statesSecondFactor(idToken, provider.secondFactorAcr);
    return { identity: identityOf(provider, claims, url), idToken: tokens.id_token, hasSecondFactor };
  } catch (error) {
    throw failed(app, provider, error);
  }
}

async function clientOf(app: App, provider: Provider): Promise<Configuration> {
  try {
    return await app.memory.providerClients.of(provider);
  } catch (err) {
    app.log.error({ err, provider: provider.name }, 'an identity provider did not answer');
    throw new ApiError(502, 'PROVIDER_UNAVAILABLE', `${provider.displayName} does not answer. Try again later.`);
  }
}

/** The user's own decision is no error of the server. */
function failed(app: App, provider: Provider, err: unknown): ApiError {
  if ((err as { error?: string }).error === 'access_denied') return badRequest('You did not finish the sign-in.');
  app.log.warn({ err, provider: provider.name }, 'a sign-in at an identity provider failed');
  return badRequest(`The sign-in with ${provider.displayName} failed. Start again.`);
}

type Claims = IDToken & Partial<UserInfoResponse>;

/** The claims about the user: those of the ID token, and more from the provider if something is missing. */
async function claimsOf(
  configuration: Configuration,
  { groupsClaim, updateAvatar }: Provider,
  { idToken, access }: { idToken: IDToken; access: string },
): Promise<Claims> {
  const isComplete =
    idToken.email !== undefined &&
    idToken.name !== undefined &&
    (groupsClaim === undefined || valueAt(idToken, groupsClaim) !== undefined) &&
    (!updateAvatar || idToken.picture !== undefined);
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return idToken;
  const { fetchUserInfo } = await openid();
  return { ...(await fetchUserInfo(configuration, access, idToken.sub)), ...idToken };
}

function identityOf(provider: Provider, claims: Claims, url: URL): Identity {
  const email = textOf(claims.email) ?? (provider.trustEmail ? addressIn(claims.preferred_username) : undefined);
  const isVerified = [true, 'true'].includes(claims.email_verified as never) || provider.trustEmail;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified ? email : undefined,
    accountName: email ?? textOf(claims.preferred_username),
    fullName: textOf(claims.name) ?? nameOf(claims.given_name, claims.family_name) ?? nameInForm(url),
    picture: textOf(claims.picture),
    groups: provider.groupsClaim === undefined ? undefined : groupsIn(valueAt(claims, provider.groupsClaim)),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 2000 ? value.trim() : undefined;

const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.includes('@') ? value : undefined;

const nameOf = (givenName: unknown, family: unknown): string | undefined =>
  textOf([givenName, family].filter((part) => typeof part === 'string').join(' '));

/** Apple sends the name with the first sign-in only, beside the tokens. */
function nameInForm(url: URL): string | undefined {
  try {
    const { name } = JSON.parse(url.searchParams.get('user') ?? '{}') as { name?: Record<string, unknown> };
    return nameOf(name?.firstName, name?.lastName);
  } catch {
    return undefined;
  }
}

/** A claim by its name, or by its path: `realm_access.roles`. */
function valueAt(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path];
  let value: unknown = claims;
  for (const part of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<string, unknown>)[part]
        : undefined;
  return value;
}

/** More groups than this are not read. */
const MOST_GROUPS = 5000;

/** Some providers omit an empty list. */
function groupsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === 'string').slice(0, MOST_GROUPS);
}
