import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { asciiAddress, isSameAddress } from '../../../kernel/mail/address-forms.ts';
import { sendMail, withdrawMails } from '../../notifications/mail/actions.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import { markProven } from '../identities/proof-actions.ts';
import { hashText, newToken } from '../sign-in/rules.ts';
import { cancelEmailChange } from './actions.ts';
import { userUpdated } from './events.ts';
import { requireEmail, requireFreeEmail } from './field-rules.ts';
import { canSeeAddress, canSeeEmail, usersWithAccessTo } from './rules.ts';
import { isAdministrator, type User } from './types.ts';
import { apiEmail } from './views.ts';

/** The validity of a link to a new address, in seconds: a day. */
const LINK_AGE = 86_400;

/**
 * Returns the requested address if the user may have it; undefined if it is their current one. The address of an
 * account that the user cannot see is answered like a free one: its owner gets a link that changes nothing.
 */
export function requireOwnNewEmail(app: App, user: User, input: string): string | undefined {
  const email = asciiAddress(input.trim());
  if (email === user.email) return undefined;
  if (app.realm.get('email_changes_disabled') && !isAdministrator(user))
    throw badRequest('Email address changes are disabled in this organization.');
  if (isSameAddress(email, user.email)) return email;
  const taken = app.users.byEmail(email);
  return taken && !canSeeAddress(app, user, taken) ? requireEmail(app, email) : requireFreeEmail(app, email);
}

/** Mails a confirmation link to the new address. The address changes only when the link is opened within a day. */
export function requestEmailChange(app: App, user: User, new_email: string): void {
  const key = newToken();
  app.db.write(() => {
    app.users.addEmailChange(hashText(key), user.id, new_email, seconds(app.clock));
    withdrawMails(app, user, 'confirm_new_address');
    const url = `${app.config.url}/accounts/confirm_new_email/${key}`;
    const values = { name: user.full_name, organization: app.realm.get('name'), email: new_email, url };
    sendMail(
      app,
      { to: new_email, about: user, kind: 'confirm_new_address', lasts: LINK_AGE },
      mailTexts(app, user).confirmNewAddress(values),
    );
  });
}

/**
 * Returns the account and the new address of a key. Throws 404 for keys that are unknown, used or expired, and for
 * deactivated users.
 */
export function requireEmailChange(app: App, key: string): { user: User; new_email: string } {
  const pending = app.users.emailChange(hashText(key));
  const user = pending && app.users.byId(pending.user_id);
  if (!pending || !user?.is_active || pending.created < seconds(app.clock) - LINK_AGE)
    throw notFound('The confirmation link has expired or been deactivated.');
  return { user, new_email: pending.new_email };
}

/** Completes a change of address. Throws what `requireEmailChange` throws, and if the address was taken meanwhile. */
export function confirmEmailChange(app: App, key: string): { old_email: string; new_email: string } {
  const { user, new_email } = requireEmailChange(app, key);
  if (app.users.byEmail(new_email)?.id !== user.id) requireFreeEmail(app, new_email);
  app.db.write(() => {
    changeEmail(app, user, new_email);
    markProven(app, user);
    const values = { name: user.full_name, organization: app.realm.get('name'), email: new_email };
    sendMail(app, { to: user, kind: 'address_changed' }, mailTexts(app, user).addressChanged(values));
  });
  return { old_email: user.email, new_email };
}

/** Grants or revokes an owner's right to change the addresses of others. Only the operator can do this. */
export function allowEmailChanges(app: App, user: User, allowed: boolean): void {
  app.db.write(() => app.users.setMayChangeEmails(allowed ? 1 : 0, user.id));
}

/** Gives an account another, free address, and publishes it to those who can see it. */
export function changeEmail(app: App, user: User, email: string): void {
  if (email === user.email) return;
  app.db.write(() => {
    app.users.setEmail(email, user.id);
    cancelEmailChange(app, user);
    publishEmail(app, user, app.users.byId(user.id)!);
  });
}

/** Publishes a change of an address, of its visibility, or of the placeholder. Call it inside `db.write`. */
export function publishEmail(app: App, before: User, after: User): void {
  const viewers = usersWithAccessTo(app, after);
  const changed = [...viewers].filter((id) => {
    const viewer = app.users.byId(id);
    return visibleAddress(viewer, before) !== visibleAddress(viewer, after);
  });
  const viewersWhere = (opened: boolean) => changed.filter((id) => canSeeEmail(app.users.byId(id), after) === opened);
  const person = (delivery_email: string | null) => userUpdated({ person: { user_id: after.id, delivery_email } });
  app.events.publish(person(after.email), viewersWhere(true));
  app.events.publish(person(null), viewersWhere(false));
  if (apiEmail(app, before) !== apiEmail(app, after))
    app.events.publish(userUpdated({ person: { user_id: after.id, new_email: apiEmail(app, after) } }), viewers);
}

const visibleAddress = (viewer: User | undefined, user: User): string | null =>
  canSeeEmail(viewer, user) ? user.email : null;

/** Deletes links to new addresses that have expired. Call it inside `db.write`. */
export function removeExpiredEmailChanges(app: App): void {
  app.users.removeEmailChangesBefore(seconds(app.clock) - LINK_AGE);
}
