import { Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { requireDirectoryEntry, requireFreshSession } from '../sign-in/password-checks.ts';
import * as actions from './actions.ts';
import { PENDING_COOKIE, PENDING_LIFETIME, type PendingSignIn } from './app-actions.ts';
import { startAuthorization } from './authorization-client.ts';
import { LDAP_NAME } from './directory-rules.ts';
import { readIcon } from './icon-client.ts';
import {
  callbackPath,
  getDisplayName,
  ICON_PATH,
  requireOwnIdentity,
  requireProvider,
  requireUnlinked,
} from './rules.ts';
import { linkableProviders, listIdentities } from './views.ts';

// Like second factors, identities decide how a user signs in. Every change needs a browser whose user signed in a
// moment ago.

const auth = 'human';

const IdentityView = Type.Object({
  identity_id: Type.String(),
  /** The provider's name in addresses, `ldap` for the directory. Null if it is not connected any more. */
  provider: Nullable(Type.String()),
  display_name: Type.String(),
  /** The path of a PNG. */
  display_icon: Nullable(Type.String()),
  /** What you know the account by: an address or a name. */
  account_name: Nullable(Type.String()),
  created: Type.Integer(),
  last_used: Type.Integer(),
});

const LinkableProvider = Type.Object({
  /** `ldap`: POST /users/me/identities/ldap links it. */
  provider: Type.String(),
  display_name: Type.String(),
  /** The path of a PNG. */
  display_icon: Type.String(),
});

export const getIdentities = endpoint({
  method: 'GET',
  path: '/users/me/identities',
  summary: 'Get your linked accounts at identity providers, and the providers that you can link',
  auth,
  returns: { identities: Type.Array(IdentityView), providers: Type.Array(LinkableProvider) },
  handle: ({ app, user }) => ({ identities: listIdentities(app, user), providers: linkableProviders(app, user) }),
});

export const startLink = endpoint({
  method: 'POST',
  path: '/users/me/identities',
  summary: 'Start to link your account at an identity provider. The browser continues at authorization_url.',
  auth,
  params: { provider: Type.String({ maxLength: 30 }) },
  returns: { authorization_url: Type.String() },
  async prepare({ app, user, caller, params }) {
    requireFreshSession(app, caller);
    const provider = requireProvider(app.config, params.provider);
    requireUnlinked(app, user, provider.issuer, provider.displayName);
    const redirectUri = caller.origin + callbackPath(provider);
    return { provider, ...(await startAuthorization(app, provider, { redirectUri, again: false })) };
  },
  handle({ user, caller, prepared: { provider, url, attempt } }) {
    const destination = { next: '/#settings/security' };
    const pending: PendingSignIn = { ...attempt, provider: provider.name, destination, linkTo: user.id };
    caller.setCookie(PENDING_COOKIE, JSON.stringify(pending), { httpOnly: true, maxAge: PENDING_LIFETIME });
    return { authorization_url: url.href };
  },
});

export const linkDirectory = endpoint({
  method: 'POST',
  path: '/users/me/identities/ldap',
  summary: 'Link your entry in the LDAP directory, whose password you sign in with from then on',
  auth,
  params: { username: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 100 }) },
  audit: ({ user }) => ({ kind: 'identity_link', user_id: user.id, details: LDAP_NAME }),
  prepare({ app, caller, params }) {
    requireFreshSession(app, caller);
    return requireDirectoryEntry(app, caller.ip, params);
  },
  handle: ({ app, user, prepared: identity }) => actions.linkIdentity(app, user, identity, LDAP_NAME),
});

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/users/me/identities/{identity_id}',
  summary: 'Unlink an account at an identity provider. Your last way to sign in cannot be removed.',
  auth,
  params: { identity_id: Type.String({ maxLength: 100 }) },
  audit({ app, user, params }) {
    const { issuer } = requireOwnIdentity(app, user, params.identity_id);
    return { kind: 'identity_unlink', user_id: user.id, details: getDisplayName(app, issuer) };
  },
  handle({ app, user, caller, params }) {
    requireFreshSession(app, caller);
    actions.unlinkIdentity(app, user, requireOwnIdentity(app, user, params.identity_id));
  },
});

export const getSignInIcon = endpoint({
  method: 'GET',
  path: ICON_PATH,
  root: true,
  auth: 'public',
  limit: 'none',
  summary: 'Get the icon of a sign-in method, such as `google.png`',
  params: { file: Type.String({ maxLength: 40 }) },
  serve: ({ app, params }) => readIcon(app, params.file),
});
