import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { ServiceFailed } from '../../../kernel/http/outside-services.ts';
import { openid } from './client.ts';
import { isOutage, issuerNamed, providerFailure } from './failure-rules.ts';
import { githubSignIn } from './github-client.ts';
import { exchangeCode, readUserInfo } from './numeric-subject-client.ts';
import { listProviders, statesSecondFactor } from './rules.ts';
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
  const configuration = await getClient(app, provider);
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
  const configuration = await getClient(app, provider);
  try {
    const tokens = await exchangeCode(configuration, url, {
      expectedState: attempt.state,
      pkceCodeVerifier: attempt.verifier,
      ...(provider.protocol === 'openid' && { expectedNonce: attempt.nonce, idTokenExpected: true }),
    });
    if (provider.protocol === 'github') return await githubSignIn(configuration, provider, tokens.access);
    const { claims, access } = tokens;
    const documents = await fetchClaims(configuration, provider, { idToken: claims, access });
    const hasSecondFactor = provider.trustSecondFactor || statesSecondFactor(claims, provider.secondFactorAcr);
    return { identity: readIdentity(provider, documents, url), idToken: tokens.id, hasSecondFactor };
  } catch (error) {
    throw providerError(app, provider, error);
  }
}

async function getClient(app: App, provider: Provider): Promise<Configuration> {
  try {
    return await app.memory.providerClients.of(provider);
  } catch (error) {
    const reason = providerFailure(error, provider.issuer);
    app.log.error({ provider: provider.name, reason }, 'an identity provider did not answer');
    const named = issuerNamed(error);
    if (named !== undefined) throw wrongIssuer(provider, named, reason);
    throw unavailable(provider, reason);
  }
}

const CODE = 'PROVIDER_UNAVAILABLE';

const unavailable = ({ displayName }: Provider, reason: string): ApiError =>
  new ServiceFailed(`${displayName} does not answer. Try again in a minute.`, reason, CODE);

/** The first person who signs in is often the operator, who can correct the setting. */
const wrongIssuer = ({ displayName, issuer }: Provider, named: string, reason: string): ApiError =>
  new ServiceFailed(
    `The issuer of ${displayName} is ${named}, but the settings say ${issuer}. Ask the operator of this server to correct it.`,
    reason,
    CODE,
  );

/** The user's own decision is no error of the server. Neither is a provider that fails an error of the user. */
function providerError(app: App, provider: Provider, error: unknown): ApiError {
  if ((error as { error?: string }).error === 'access_denied') return badRequest('You did not finish the sign-in.');
  const reason = providerFailure(error, provider.issuer);
  app.log.warn({ provider: provider.name, reason }, 'a sign-in at an identity provider failed');
  if (isOutage(error)) return unavailable(provider, reason);
  return new SignInRefused(badRequest(`The sign-in with ${provider.displayName} failed. Start again.`), reason);
}

/** A sign-in that the provider refused, or whose answer is not valid. */
export class SignInRefused extends ApiError {
  /** For operators, in words. */
  readonly reason: string;

  constructor({ status, code, message }: ApiError, reason: string) {
    super(status, code, message);
    this.reason = reason;
  }
}

/** The claims about a user: those of the ID token, and those of the provider's other document, if it was read. */
type Claims = IDToken & Partial<UserInfoResponse>;
interface Documents {
  idToken: IDToken;
  userInfo: Partial<UserInfoResponse>;
}

/** Reads the claims of the ID token, and more from the provider if something is missing. */
async function fetchClaims(
  configuration: Configuration,
  { groupsClaim, updateAvatar, trustEmail }: Provider,
  { idToken, access }: { idToken: IDToken; access: string },
): Promise<Documents> {
  const isComplete =
    idToken.email !== undefined &&
    (trustEmail || idToken.email_verified !== undefined) &&
    idToken.name !== undefined &&
    (groupsClaim === undefined || groupsAt(idToken, groupsClaim) !== undefined) &&
    (!updateAvatar || idToken.picture !== undefined);
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return { idToken, userInfo: {} };
  return { idToken, userInfo: await readUserInfo(configuration, access, idToken.sub) };
}

function readIdentity(provider: Provider, { idToken, userInfo }: Documents, url: URL): Identity {
  const claims: Claims = { ...userInfo, ...idToken };
  const own = readAddress([idToken, userInfo]);
  const email = own?.email ?? (provider.trustEmail ? addressIn(claims.preferred_username) : undefined);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: own?.isVerified || provider.trustEmail ? email : undefined,
    accountName: email ?? readText(claims.preferred_username),
    fullName: readText(claims.name) ?? readName(claims.given_name, claims.family_name) ?? nameInForm(url),
    picture: readText(claims.picture),
    groups: provider.groupsClaim === undefined ? undefined : readGroups([idToken, userInfo], provider.groupsClaim),
  };
}

/**
 * The address, and whether it is verified, both from one document: the first that says both, or else the first with an
 * address. The two documents may name different addresses.
 */
function readAddress(documents: readonly Partial<Claims>[]): { email: string; isVerified: boolean } | undefined {
  const named = documents.filter((one) => readText(one.email) !== undefined);
  const found = named.find((one) => one.email_verified !== undefined) ?? named[0];
  return found && { email: readText(found.email)!, isVerified: [true, 'true'].includes(found.email_verified as never) };
}

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 2000 ? value.trim() : undefined;

const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.includes('@') ? value : undefined;

const readName = (givenName: unknown, family: unknown): string | undefined =>
  readText([givenName, family].filter((part) => typeof part === 'string').join(' '));

/** Apple sends the name with the first sign-in only, beside the tokens. */
function nameInForm(url: URL): string | undefined {
  try {
    const { name } = JSON.parse(url.searchParams.get('user') ?? '{}') as { name?: Record<string, unknown> };
    return readName(name?.firstName, name?.lastName);
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

/** With more groups, none are applied. */
const MOST_GROUPS = 5000;

/** The groups of the first document that says something about them. Some providers omit an empty list. */
const readGroups = (documents: readonly object[], claim: string): string[] | 'withheld' =>
  documents.map((one) => groupsAt(one, claim)).find((groups) => groups !== undefined) ?? [];

/**
 * The groups that a document names; undefined: it has no such claim. `withheld`: the list is elsewhere, as that of
 * Microsoft Entra for users in many groups, or it is not a list of names. Nothing follows from that, least of all that
 * the user is in no group.
 */
function groupsAt(document: object, claim: string): string[] | 'withheld' | undefined {
  const value = valueAt(document, claim);
  if (value === undefined || value === null) return isWithheld(document, claim) ? 'withheld' : undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const isUsable = list.length <= MOST_GROUPS && list.every((one) => typeof one === 'string');
  return isUsable ? (list as string[]) : 'withheld';
}

/** Whether a document says that a claim exists but is not in it: OpenID's distributed claims, and Entra's own sign. */
function isWithheld(document: object, claim: string): boolean {
  const { _claim_names: elsewhere, hasgroups } = document as Record<string, unknown>;
  const names = typeof elsewhere === 'object' && elsewhere !== null ? elsewhere : {};
  return (
    Object.hasOwn(names, claim) ||
    Object.hasOwn(names, claim.split('.')[0]!) ||
    [true, 'true'].includes(hasgroups as never)
  );
}

/** The part of a session that says how its user signed in. */
interface SignedInBy {
  provider: string | null;
  id_token: string | null;
}

/**
 * Returns the address that ends the session at the provider too, and then leads back to `returnTo`. undefined: the user
 * signed in by another method, the provider does not support it, or it does not answer.
 */
export async function providerSignOut(
  app: App,
  session: SignedInBy | undefined,
  returnTo: string,
): Promise<string | undefined> {
  const provider = listProviders(app.config).find(({ name }) => name === session?.provider);
  if (!provider?.logout || !session?.id_token || provider.protocol !== 'openid') return undefined;
  try {
    const configuration = await app.memory.providerClients.of(provider);
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    const { buildEndSessionUrl } = await openid();
    const parameters = { id_token_hint: session.id_token, post_logout_redirect_uri: returnTo };
    return buildEndSessionUrl(configuration, parameters).href;
  } catch (error) {
    const reason = providerFailure(error, provider.issuer);
    app.log.warn({ provider: provider.name, reason }, 'an identity provider did not answer');
    return undefined;
  }
}
