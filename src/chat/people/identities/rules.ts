import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { hashOf } from '../sign-in/accounts.ts';
import type { User } from '../users/types.ts';
import { directoryOf, LDAP } from './directory.ts';
import { providerAt } from './providers.ts';
import type { StoredIdentity } from './types.ts';

/** The public ID of an identity. It does not reveal the provider's ID of the account. */
export const identityId = ({ issuer, subject }: StoredIdentity): string => hashOf(`${issuer} ${subject}`).slice(0, 20);

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
  if (identity.issuer === LDAP && directoryOf(app.config)?.deactivates)
    throw badRequest('The directory manages your account. Ask an administrator to unlink it.');
  if (isConnected(app, identity)) requireAnotherWayIn(app, user, { identity });
}

/** Whether an identity can sign in. */
function isConnected({ config }: App, { issuer }: StoredIdentity): boolean {
  if (issuer === LDAP) return config.choices.passwordLogin && directoryOf(config) !== undefined;
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
  const passkeys = app.secondFactors.passkeysOf(user.id).filter(({ id }) => id !== passkey);
  const hasWay =
    remaining.some((one) => isConnected(app, one)) ||
    (passwordLogin && (hasPassword || passkeys.some(({ verifies_user }) => verifies_user === 1)));
  if (!hasWay) throw badRequest('This is your only way to sign in. Set a password or link another account first.');
}
