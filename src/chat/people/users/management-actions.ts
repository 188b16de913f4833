import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { asciiAddress, isSameAddress } from '../../../kernel/mail/address-forms.ts';
import { mustBeOwner, otherUserDeactivated } from '../../errors.ts';
import { onboardUser } from '../../messages/welcome/onboard.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { translationsFor } from '../../notifications/mail/translations/find.ts';
import type { ProfileValue } from '../profile-fields/types.ts';
import { setProfileValues } from '../profile-fields/values.ts';
import { changeName, type UserDraft } from './actions.ts';
import { changeUserRole } from './change-role.ts';
import { createUser } from './create.ts';
import { deactivateAccount } from './deactivate.ts';
import { changeEmail } from './email.ts';
import { requireFreeEmail } from './names.ts';
import { isGuest, isOwner } from './roles.ts';
import { requireCanChangeUser, requireCanDeactivate, requireOwnerRemains } from './rules.ts';
import { ROLES, type Role, type User } from './types.ts';

export interface UserChanges {
  full_name?: string | undefined;
  role?: Role | undefined;
  profile_data?: readonly ProfileValue[] | undefined;
  new_email?: string | undefined;
}

/** Creates an account, subscribes it to the default channels and sends the welcome messages. */
export function addUser(app: App, draft: UserDraft): User {
  return app.db.write(() => {
    const user = createUser(app, draft);
    onboardUser(app, user);
    return user;
  });
}

/**
 * Changes an account: everything requested, or nothing. Administrators may, and owners of bots for their bots; each
 * part has its own rules.
 */
export function updateUserByAdmin(
  app: App,
  actor: User,
  user: User,
  { full_name, role, profile_data, new_email }: UserChanges,
): void {
  requireCanChangeUser(actor, user, role);
  if (role !== undefined && role <= ROLES.administrator && isGuest(user))
    throw badRequest('Guests cannot be organization administrators');
  const email = new_email === undefined ? undefined : requireNewEmail(app, actor, user, new_email);
  app.db.write(() => {
    if (full_name !== undefined) changeName(app, actor, user, full_name);
    if (profile_data !== undefined) setProfileValues(app, actor, user, profile_data);
    if (email !== undefined) changeEmail(app, user, email);
    if (role !== undefined) changeUserRole(app, actor, app.users.byId(user.id)!, role);
  });
}

/** Throws unless the actor is an owner with the right to change addresses, and for invalid and taken addresses. */
function requireNewEmail(app: App, actor: User, user: User, input: string): string {
  if (!isOwner(actor)) throw mustBeOwner();
  if (!actor.can_change_user_emails) throw badRequest('User not authorized to change user emails');
  const email = asciiAddress(input.trim());
  return isSameAddress(email, user.email) ? email : requireFreeEmail(app, email);
}

/**
 * Deactivates an account, and mails the comment, if there is one, to its owner. Throws BAD_REQUEST if the account is
 * deactivated already.
 */
export function deactivateUserByAdmin(app: App, actor: User, user: User, comment: string | undefined): void {
  requireCanDeactivate(actor, user);
  if (!user.is_active) throw otherUserDeactivated();
  requireOwnerRemains(app, user, 'dismissal');
  app.db.write(() => {
    deactivateAccount(app, actor, user);
    if (comment === undefined || user.is_bot) return;
    const values = {
      name: user.full_name,
      organization: app.realm.get('name'),
      by: actor.full_name,
      comment: comment.trim(),
    };
    sendMail(app, { to: user, kind: 'deactivated' }, translationsFor(app, user).deactivated(values));
  });
}
