import type { App } from '../../../app.ts';
import type { User } from '../users/types.ts';
import { findDirectory, LDAP, LDAP_NAME } from './directory-rules.ts';
import {
  BROWSER,
  getDisplayName,
  getMethod,
  iconPath,
  identityId,
  listProviders,
  loginPath,
  providerAt,
  signupPath,
} from './rules.ts';
import type { Provider, StoredIdentity } from './types.ts';

export interface ExternalMethod {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}

/**
 * The methods that open a page in a browser, for GET /server_settings. One of them is this server's own sign-in page,
 * if anybody needs more than a password: apps can only ask for that.
 */
export function externalMethods(app: App, origin: string): ExternalMethod[] {
  const { passwordLogin } = app.config.choices;
  const isUsed = app.secondFactors.inUse() === 1 || app.realm.get('second_factor_required_role') > 0;
  const browser = passwordLogin && isUsed ? [method({ name: BROWSER, displayName: 'Browser' }, BROWSER, origin)] : [];
  const providers = listProviders(app.config).map((provider) =>
    method(provider, getMethod(provider) === 'openid connect' ? `oidc:${provider.name}` : provider.name, origin),
  );
  return [...providers, ...browser];
}

const method = (provider: Pick<Provider, 'name' | 'displayName'>, name: string, origin: string): ExternalMethod => ({
  name,
  display_name: provider.displayName,
  // Apps load it without knowing which server it belongs to.
  display_icon: origin + iconPath(provider.name),
  login_url: loginPath(provider),
  signup_url: signupPath(provider),
});

/** A user's identities as the user sees them, the oldest first. */
export const listIdentities = (app: App, { id }: User) =>
  app.identities
    .ofUser(id)
    .map((identity) => identityView(app, identity))
    .sort((a, b) => a.created - b.created);

function identityView(app: App, identity: StoredIdentity) {
  const { issuer, account_name, created, last_used } = identity;
  const provider = issuer === LDAP ? LDAP : (providerAt(app.config, issuer)?.name ?? null);
  return {
    identity_id: identityId(identity),
    provider,
    display_name: getDisplayName(app, issuer),
    display_icon: provider === null ? null : iconPath(provider),
    account_name,
    created,
    last_used,
  };
}

/** The providers, and the directory, that a user has not linked yet. */
export function linkableProviders(app: App, { id }: User) {
  const linked = app.identities.ofUser(id).map(({ issuer }) => issuer);
  const linkedNames = new Set(linked.map((issuer) => providerAt(app.config, issuer)?.name));
  const hasDirectory = app.config.choices.passwordLogin && findDirectory(app.config) && !linked.includes(LDAP);
  return [...listProviders(app.config), ...(hasDirectory ? [{ name: LDAP, displayName: LDAP_NAME }] : [])]
    .filter(({ name }) => !linkedNames.has(name))
    .map(({ name, displayName }) => ({ provider: name, display_name: displayName, display_icon: iconPath(name) }));
}
