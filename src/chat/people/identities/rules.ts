import { readFileSync } from 'node:fs';
import type { App } from '../../../app.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import type { Config } from '../../../settings/config.ts';
import { hashText } from '../sign-in/rules.ts';
import type { User } from '../users/types.ts';
import { findDirectory, LDAP, LDAP_NAME } from './directory-rules.ts';
import type { ProviderTable } from './provider-settings.ts';
import type { Provider, StoredIdentity } from './types.ts';

/** What is known about a provider by its name. */
interface Known {
  displayName: string;
  issuer?: string;
  protocol?: 'github';
  formPost?: boolean;
  scopes?: readonly string[];
  /** The provider has addresses that only their owners, or its administrators, can enter. */
  trustEmail?: boolean;
  /** The value of `prompt` with which the provider asks its user again, if not `login`; null: it always asks. */
  promptAgain?: string | null;
}

const KNOWN: Readonly<Record<string, Known>> = {
  // Google rejects any other value.
  google: { displayName: 'Google', issuer: 'https://accounts.google.com', promptAgain: 'select_account' },
  // An organization's own directory: its administrators enter the addresses.
  microsoft: { displayName: 'Microsoft', trustEmail: true },
  gitlab: { displayName: 'GitLab', issuer: 'https://gitlab.com' },
  github: {
    displayName: 'GitHub',
    issuer: 'https://github.com',
    protocol: 'github',
    scopes: ['read:user', 'user:email'],
    promptAgain: 'select_account',
  },
  apple: {
    displayName: 'Apple',
    issuer: 'https://appleid.apple.com',
    formPost: true,
    promptAgain: null,
    scopes: ['openid', 'name', 'email'],
  },
  keycloak: { displayName: 'Keycloak' },
  authentik: { displayName: 'authentik' },
  authelia: { displayName: 'Authelia', scopes: ['openid', 'profile', 'email', 'groups'] },
};
const USUAL_SCOPES = ['openid', 'profile', 'email'];

/** All providers that users can sign in with, in the order of the settings. */
export function listProviders({ choices }: Config): Provider[] {
  const { oidcIssuer, oidcName, oidcClientId, oidcClientSecret, oidc = [] } = choices;
  const single: ProviderTable[] =
    oidcIssuer && oidcClientId
      ? [
          {
            name: 'oidc',
            issuer: oidcIssuer,
            'display-name': oidcName ?? new URL(oidcIssuer).hostname,
            'client-id': oidcClientId,
            ...(oidcClientSecret && { 'client-secret': oidcClientSecret }),
          },
        ]
      : [];
  return [...single, ...oidc.filter(({ name }) => single.length === 0 || name !== 'oidc')].map(makeProvider);
}

/** Returns the provider with this name. Throws 404 if there is none. */
export function requireProvider(config: Config, name: string): Provider {
  const provider = listProviders(config).find((one) => one.name === name);
  if (!provider) throw noSuchMethod();
  return provider;
}

export const noSuchMethod = () => notFound('This server has no such sign-in method');

/** The provider whose identities have this issuer; undefined: it is not connected any more. */
export const providerAt = (config: Config, issuer: string): Provider | undefined =>
  listProviders(config).find((one) => withoutSlash(one.issuer) === withoutSlash(issuer));

/** Providers and settings disagree about the slash at the end. */
const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** The name of a provider, or of the directory, on pages. That of one that is not connected any more is its host. */
export function getDisplayName({ config }: { config: Config }, issuer: string): string {
  if (issuer === LDAP) return LDAP_NAME;
  return providerAt(config, issuer)?.displayName ?? URL.parse(issuer)?.hostname ?? issuer;
}

function makeProvider(table: ProviderTable): Provider {
  const known: Known = KNOWN[table.name] ?? { displayName: table.name };
  const groupsClaim = table['groups-claim'];
  return {
    name: table.name,
    displayName: table['display-name'] ?? known.displayName,
    iconFile: table['icon-file'],
    protocol: known.protocol ?? 'openid',
    issuer: table.issuer ?? known.issuer ?? microsoftIssuer(table.tenant!),
    clientId: table['client-id'],
    clientSecret: findSecret(table),
    signingKey: readSigningKey(table),
    scopes: table.scopes ?? [
      ...(known.scopes ?? USUAL_SCOPES),
      ...(known.protocol === 'github' && groupsClaim ? ['read:org'] : []),
    ],
    formPost: known.formPost ?? false,
    groupsClaim,
    trustEmail: table['trust-email'] ?? known.trustEmail ?? false,
    trustSecondFactor: table['trust-second-factor'] ?? false,
    secondFactorAcr: table['second-factor-acr'] ?? [],
    promptAgain: known.promptAgain === null ? undefined : (known.promptAgain ?? 'login'),
    updateName: table['update-name'] ?? false,
    updateAvatar: table['update-avatar'] ?? false,
    logout: table.logout ?? true,
    roles: table.roles ?? {},
    groups: table.groups ?? {},
  };
}

const microsoftIssuer = (tenant: string): string => `https://login.microsoftonline.com/${tenant}/v2.0`;

function findSecret(table: ProviderTable): string | undefined {
  const file = table['client-secret-file'];
  return file === undefined ? table['client-secret'] : readFileSync(file, 'utf8').trim();
}

function readSigningKey(table: ProviderTable): Provider['signingKey'] {
  const { 'team-id': teamId, 'key-id': keyId, 'private-key-file': file } = table;
  return teamId && keyId && file ? { teamId, keyId, file } : undefined;
}

/** The names that clients know the methods by, in `authentication_methods` of GET /server_settings. */
const METHODS: Readonly<Record<string, string>> = {
  google: 'google',
  microsoft: 'azuread',
  gitlab: 'gitlab',
  github: 'github',
  apple: 'apple',
};
export const getMethod = ({ name }: Provider): string => METHODS[name] ?? 'openid connect';

/** The name of this server's own sign-in page among the methods of apps. */
export const BROWSER = 'browser';

export const ICON_PATH = '/sign-in-icon/{file}';
/** The path of the icon of a provider, of the directory, or of this server's own sign-in page. */
export const iconPath = (name: string): string => ICON_PATH.replace('{file}', `${name}.png`);

/** The address where a sign-in with this provider starts. Apps append a query to it. */
export const loginPath = ({ name }: Pick<Provider, 'name'>): string => `/accounts/login/social/${name}`;
export const signupPath = ({ name }: Pick<Provider, 'name'>): string => `/accounts/register/social/${name}`;
/** The address that a provider sends the browser back to. */
export const callbackPath = ({ name }: Pick<Provider, 'name'>): string => `/complete/${name}/`;

/** The public ID of an identity. It does not reveal the provider's ID of the account. */
export const identityId = ({ issuer, subject }: StoredIdentity): string =>
  hashText(`${issuer} ${subject}`).slice(0, 20);

/** Returns the user's own identity with this public ID. Throws for unknown ones and those of others. */
export function requireOwnIdentity(app: App, user: User, id: string): StoredIdentity {
  const identity = app.identities.ofUser(user.id).find((one) => identityId(one) === id);
  if (!identity) throw badRequest('No such linked account');
  return identity;
}

/** Throws if the user has an identity of this provider: there can be one of each. */
export function requireUnlinked(app: App, user: User, issuer: string, displayName: string): void {
  if (app.identities.ofUserAt(user.id, issuer))
    throw badRequest(`You have linked another account at ${displayName}. Unlink it first.`);
}

/**
 * Throws if a user must not unlink an identity: the last way in, and that of a directory which decides who has an
 * account here.
 */
export function requireUnlinkable(app: App, user: User, identity: StoredIdentity): void {
  if (identity.issuer === LDAP && findDirectory(app.config)?.deactivates)
    throw badRequest('The directory manages your account. Ask an administrator to unlink it.');
  if (isConnected(app, identity)) requireAnotherWayIn(app, user, { identity });
}

/** Whether an identity can sign in. */
function isConnected({ config }: App, { issuer }: StoredIdentity): boolean {
  if (issuer === LDAP) return config.choices.passwordLogin && findDirectory(config) !== undefined;
  return providerAt(config, issuer) !== undefined;
}

/** What a user wants to remove. */
interface Removed {
  identity?: StoredIdentity;
  /** The ID of a passkey. */
  passkey?: string;
}

/**
 * Throws if a user could not sign in without what they want to remove. Ways in are a password, a passkey that verifies
 * its user, and the identities of connected providers. A link by mail is none: mailboxes are lost, too.
 */
export function requireAnotherWayIn(app: App, user: User, { identity, passkey }: Removed): void {
  const { passwordLogin } = app.config.choices;
  const remaining = app.identities.ofUser(user.id).filter(({ issuer }) => issuer !== identity?.issuer);
  const hasPassword = user.password_hash !== null && !remaining.some(({ issuer }) => issuer === LDAP);
  const passkeys = app.secondFactors.listPasskeys(user.id).filter(({ id }) => id !== passkey);
  const hasWay =
    remaining.some((one) => isConnected(app, one)) ||
    (passwordLogin && (hasPassword || passkeys.some(({ verifies_user }) => verifies_user === 1)));
  if (!hasWay) throw badRequest('This is your only way to sign in. Set a password or link another account first.');
}

/** The names of the methods in the organization's settings. */
const REALM_METHODS: Readonly<Record<string, string>> = {
  google: 'Google',
  azuread: 'AzureAD',
  gitlab: 'GitLab',
  github: 'GitHub',
  apple: 'Apple',
  'openid connect': 'OpenID Connect',
};

/** The organization's methods. The operator chooses them, so those that exist are enabled. */
export function realmMethods(config: Config): Record<string, { enabled: boolean; available: boolean }> {
  const on = { enabled: true, available: true };
  const named = listProviders(config).map((provider) => [REALM_METHODS[getMethod(provider)]!, on] as const);
  const ldap = config.choices.ldap && config.choices.passwordLogin ? [['LDAP', on] as const] : [];
  return {
    Email: { enabled: config.choices.passwordLogin, available: true },
    ...Object.fromEntries([...ldap, ...named]),
  };
}

/** Standard values of `acr` for a sign-in with several factors: those of OpenID's PAPE and of REFEDS. */
const STANDARD_ACR: readonly string[] = [
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
];

/**
 * Whether a signed token says that its user proved a second factor: by the method `mfa` (RFC 8176), or by a standard
 * value of `acr` or one of `known`.
 */
export function statesSecondFactor(claims: Readonly<Record<string, unknown>>, known: readonly string[]): boolean {
  const { amr, acr } = claims;
  if (Array.isArray(amr) && amr.includes('mfa')) return true;
  return typeof acr === 'string' && (STANDARD_ACR.includes(acr) || known.includes(acr));
}
