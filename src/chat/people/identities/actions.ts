import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest, userDeactivated } from '../../../kernel/errors.ts';
import { isSameAddress } from '../../../kernel/mail/address-forms.ts';
import { ROLES } from '../../../shared/roles.ts';
import { recordAction } from '../../organization/audit-log/actions.ts';
import { CLAIMED, createInvitedUser } from '../invitations/account-actions.ts';
import { invitationFor, requireKey } from '../invitations/rules.ts';
import { sendSecurityNotice } from '../sign-in/notice-actions.ts';
import { requireFreeEmail, requireFullName, usableFullName } from '../users/field-rules.ts';
import { createUser } from '../users/management-actions.ts';
import type { User } from '../users/types.ts';
import { applyMapping, type EntryChange, updateProfile } from './profile-actions.ts';
import { proveAddress } from './proof-actions.ts';
import { getDisplayName, requireUnlinkable, requireUnlinked } from './rules.ts';
import type { Admission, Identity, StoredIdentity } from './types.ts';

/**
 * Returns the account that an identity signs in to. An identity that was here before has its account forever. Another
 * one gets the account with its verified address, or a new account if the organization's rules allow it. Throws if
 * there is none, and for deactivated accounts.
 */
export const accountFor = (app: App, identity: Identity, admission: Admission): User =>
  admit(app, identity, admission).user;

/** The same with what the identity changes in the account. */
export function admit(app: App, identity: Identity, admission: Admission): { user: User; changes: EntryChange[] } {
  return app.db.write(() => {
    const { issuer, subject } = identity;
    const known = app.identities.byId(issuer, subject);
    const user = known ? app.users.byId(known.user_id)! : link(app, identity, admission);
    if (!user.is_active) throw userDeactivated();
    app.identities.setUse(seconds(app.clock), identity.accountName ?? null, issuer, subject);
    const changes = applyMapping(app, user, identity.groups, admission);
    changes.push(...updateProfile(app, user, identity, admission));
    return { user: app.users.byId(user.id)!, changes };
  });
}

/** Gives an identity that was never here its account. */
function link(app: App, identity: Identity, admission: Admission): User {
  const { email } = identity;
  if (email === undefined) throw accountError(`${admission.displayName} does not confirm your e-mail address.`);
  const existing = existingAccount(app, email);
  if (existing) requireUnused(app, existing, identity);
  const user = existing ?? createAccount(app, { email, fullName: identity.fullName }, admission);
  const action = { kind: 'identity_link', user_id: user.id, details: admission.displayName } as const;
  recordAction(app, action, { actor: user, address: '', client: '' });
  addIdentity(app, user, identity);
  if (existing) sendSecurityNotice(app, user, 'identityLinked', admission.displayName);
  return user;
}

function addIdentity(app: App, { id }: User, { issuer, subject, accountName }: Identity): void {
  const now = seconds(app.clock);
  app.identities.add({
    issuer,
    subject,
    user_id: id,
    created: now,
    last_used: now,
    account_name: accountName ?? null,
  });
}

/**
 * Links an identity to the account of a user who has proved both. Its address need not be that of the account. Throws
 * if the identity, or another one of the same provider, is linked already.
 */
export function linkIdentity(app: App, user: User, identity: Identity, displayName: string): void {
  const known = app.identities.byId(identity.issuer, identity.subject);
  if (known?.user_id === user.id) return;
  if (known) throw badRequest(`This account at ${displayName} is linked to another user.`);
  requireUnlinked(app, user, identity.issuer, displayName);
  app.db.write(() => {
    // The user of the session has the address, too.
    if (identity.email !== undefined && app.users.byEmail(identity.email)?.id === user.id)
      app.identities.removeUnproven(user.id);
    addIdentity(app, user, identity);
    sendSecurityNotice(app, user, 'identityLinked', displayName);
  });
}

/** Ends the link of an account to an identity. Throws if its user could not sign in any more. */
export function unlinkIdentity(app: App, user: User, identity: StoredIdentity): void {
  requireUnlinkable(app, user, identity);
  app.db.write(() => {
    app.identities.remove(identity.issuer, identity.subject);
    sendSecurityNotice(app, user, 'identityUnlinked', getDisplayName(app, identity.issuer));
  });
}

/**
 * Returns the account with an address that somebody proved; undefined if there is none. Throws for bots and deactivated
 * accounts.
 */
function existingAccount(app: App, email: string): User | undefined {
  const user = app.users.byEmail(email);
  if (user?.is_bot || user?.is_system) throw noAccount();
  if (user && !user.is_active) throw userDeactivated();
  return user && proveAddress(app, user);
}

/**
 * Throws if an account belongs to another identity of the same provider. An address that was given to another person
 * must not open the account of the first one.
 */
function requireUnused(app: App, user: User, { issuer }: Identity): void {
  const linked: StoredIdentity | undefined = app.identities.ofUserAt(user.id, issuer);
  if (linked)
    throw accountError('The account with your e-mail address belongs to another identity. Ask an administrator.');
}

/** Returns the account with an address that a trusted program vouches for, or a new account if the rules allow it. */
export function accountWithAddress(app: App, { email, fullName }: NewAccount, language: string | undefined): User {
  return existingAccount(app, email) ?? app.db.write(() => createAccount(app, { email, fullName }, { language }));
}

interface NewAccount {
  email: string;
  fullName: string | undefined;
}

/** Creates an account with the invitation of this browser or address, or without one if none is required. */
function createAccount(
  app: App,
  { email: input, fullName }: NewAccount,
  { invitation: key, language }: Pick<Admission, 'invitation' | 'language'>,
): User {
  const invited = key === undefined ? invitationFor(app, input) : requireKey(app, key);
  if (!invited && app.realm.get('invite_required'))
    throw accountError('No account here has your e-mail address. To join, ask for an invitation.');
  const email = requireFreeEmail(app, input);
  if (invited && invited.invitation.email !== null && !isSameAddress(invited.invitation.email, email))
    throw accountError('The invitation is for another e-mail address.');
  const full_name = usableName(app, fullName, email);
  const draft = { email, full_name, password_hash: null, language };
  const isClaim = invited !== undefined && invited.invitation.account_id !== null;
  const user = invited
    ? createInvitedUser(app, invited, draft)
    : createUser(app, { ...draft, role: ROLES.member }, { isWelcomed: true });
  const action = isClaim ? CLAIMED : ({ kind: 'user_create', details: 'first sign-in' } as const);
  // The entry of the sign-in, which follows, has the address and the program.
  recordAction(app, action, { actor: user, address: '', client: '' });
  return user;
}

/** The provider's name of the user, or else the local part of the address. */
function usableName(app: App, name: string | undefined, email: string): string {
  const local = email.slice(0, email.indexOf('@'));
  for (const candidate of [name, local, `${local} ${Math.floor(1000 + Math.random() * 9000)}`])
    try {
      if (candidate !== undefined) return requireFullName(app, usableFullName(candidate));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  return requireFullName(app, email.replace('@', '.'));
}

const noAccount = (): ApiError => accountError('No account here has your e-mail address.');
const accountError = (message: string): ApiError => new ApiError(403, 'AUTHENTICATION_FAILED', message);

/** Removes all linked identities of a user, and mails a notice. */
export function unlinkIdentities(app: App, user: User): void {
  app.db.write(() => {
    app.identities.removeOf(user.id);
    sendSecurityNotice(app, user, 'identitiesUnlinked');
  });
}
