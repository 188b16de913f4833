import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { markdown, userMention } from '../../../markdown/generated.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe.ts';
import { sendNotice } from '../../messages/notices/actions.ts';
import { onboardUser, welcomeNewUser } from '../../messages/welcome/onboard.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { membersAdded } from '../groups/events.ts';
import { hashOf } from '../sign-in/accounts.ts';
import { insertUser, rename, setPassword } from '../users/actions.ts';
import { requireFreeEmail, requireFullName } from '../users/names.ts';
import type { User } from '../users/types.ts';
import { removeInvitation } from './actions.ts';
import { giveAddress } from './claim.ts';
import { requiresConfirmation } from './confirm.ts';
import { channelsOf, groupsOf, requireKey, welcomeOf } from './rules.ts';
import type { Invitation } from './types.ts';

/** The new user's data. */
export interface NewUser {
  key: string;
  full_name: string;
  /** Used with reusable links; a mailed invitation has its own address. */
  email?: string | undefined;
  /** The user's language; if undefined, the organization's default. */
  language?: string | undefined;
}

/** Checks whether this user may join now, and returns their address and name. */
export function requireNewUser(app: App, { key, full_name, email }: NewUser) {
  const { invitation, inviter } = requireKey(app, key);
  if (invitation.email === null && email === undefined) throw badRequest("Missing 'email' argument");
  if (requiresConfirmation(app, invitation))
    throw badRequest('Confirm your email address first: open the link of your invitation in a browser.');
  return {
    invitation,
    inviter,
    email: requireFreeEmail(app, invitation.email ?? email!),
    full_name: requireFullName(app, full_name, invitation.account_id ?? undefined),
  };
}

/** Accepts an invitation by its key: creates the account. Throws if the user may not join now. */
export function acceptInvitation(app: App, newUser: NewUser, password_hash: string): User {
  const { invitation, inviter, email, full_name } = requireNewUser(app, newUser);
  return app.db.write(() => {
    const draft = { email, full_name, password_hash, language: newUser.language };
    const user = createInvitedUser(app, { invitation, inviter }, draft);
    if (invitation.email === null) app.identities.addUnproven(user.id);
    return user;
  });
}

interface InvitedUser {
  email: string;
  full_name: string;
  password_hash: string | null;
  language: string | undefined;
}

/**
 * Creates the account of an invitation with its role, channels and groups, or makes an imported account theirs. A
 * mailed invitation is used up.
 */
export function createInvitedUser(
  app: App,
  { invitation, inviter }: { invitation: Invitation; inviter: User },
  draft: InvitedUser,
): User {
  return app.db.write(() => {
    const user =
      invitation.account_id === null
        ? insertUser(app, { ...draft, role: invitation.invited_as })
        : takeOver(app, app.users.byId(invitation.account_id)!, draft);
    addSubscribers(app, [user], channelsOf(app, inviter, invitation));
    for (const { id } of groupsOf(app, inviter, invitation)) join(app, user, id);
    if (invitation.account_id === null) onboardUser(app, user, welcomeOf(inviter, invitation));
    else welcomeNewUser(app, user, welcomeOf(inviter, invitation));
    if (invitation.notify_referrer_on_join)
      sendNotice(app, inviter, markdown`${userMention(user)} accepted your invitation to join.`);
    for (const mailed of app.invitations.ofEmail(draft.email)) removeInvitation(app, mailed);
    return app.users.byId(user.id)!;
  });
}

/** Makes an account without an address theirs. Its messages, channels and settings stay. */
function takeOver(app: App, stub: User, { email, full_name, password_hash }: InvitedUser): User {
  const user = giveAddress(app, stub, email);
  rename(app, user, full_name);
  if (password_hash !== null) setPassword(app, user, password_hash);
  return app.users.byId(user.id)!;
}

/** How the audit log describes that the invitation with this key is accepted. */
export function acceptedAs(app: App, key: string): Pick<AuditedAction, 'kind' | 'details'> {
  const account = app.invitations.byKeyHash(hashOf(key), seconds(app.clock))?.account_id ?? null;
  return account === null ? { kind: 'user_create', details: 'invitation' } : CLAIMED;
}

/** An account without an address became somebody's. */
export const CLAIMED = { kind: 'user_update', details: 'claim' } as const;

function join(app: App, user: User, groupId: number): void {
  app.groups.addMember(groupId, user.id);
  app.events.publish(membersAdded({ group_id: groupId, user_ids: [user.id] }), app.users.activeIds());
}
