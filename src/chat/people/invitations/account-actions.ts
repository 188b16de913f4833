import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { userMention } from '../../../markdown/generated.ts';
import { ROLES } from '../../../shared/roles.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe-actions.ts';
import { sendNotice, wordsFor } from '../../messages/notices/actions.ts';
import { onboardUser, welcomeNewUser } from '../../messages/notices/welcome-actions.ts';
import { sendMail, withdrawMails } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import type { AuditedAction } from '../../organization/audit-log/types.ts';
import { joinGroup } from '../groups/member-actions.ts';
import { markUnproven } from '../identities/proof-actions.ts';
import { hashText, newToken } from '../sign-in/rules.ts';
import { changeName, insertUser, setPassword } from '../users/actions.ts';
import { changeEmail } from '../users/email-actions.ts';
import { requireFreeEmail, requireFullName } from '../users/field-rules.ts';
import { reactivateUser } from '../users/management-actions.ts';
import { NOTIFICATION_BOT, type User } from '../users/types.ts';
import { mailInvitation, publishInvitations, removeInvitation, requireDailyLimit, requireDraft } from './actions.ts';
import {
  findWelcome,
  invitationError,
  isOpen,
  listChannels,
  listGroups,
  requireCanInvite,
  requireKey,
  requireUnclaimed,
} from './rules.ts';
import type { Invitation } from './types.ts';

interface AccountInvitation {
  /** The address of the person. */
  email: string;
  /** undefined: ten days; null: no expiry. */
  invite_expires_in_minutes?: number | null | undefined;
}

/**
 * Invites the person of an account that was imported without an address. Accepting the invitation makes the account
 * theirs, with its messages. An earlier invitation to the account ends. Throws for other accounts, and for addresses
 * that cannot be invited.
 */
export function inviteToAccount(
  app: App,
  actor: User,
  id: number,
  { email: input, invite_expires_in_minutes }: AccountInvitation,
): void {
  requireCanInvite(app, actor, 'can_invite_users_group');
  const account = requireUnclaimed(app, id);
  const email = input.trim();
  const error = invitationError(app, actor, email)?.[0];
  if (error) throw badRequest(error[1]);
  const draft = requireDraft(
    app,
    actor,
    {
      invite_as: account.role,
      invite_expires_in_minutes,
      // The account is in its channels and groups already.
      stream_ids: [],
      group_ids: [],
      include_realm_default_subscriptions: false,
    },
    true,
  );
  requireDailyLimit(app, draft.invited, 1);
  const key = newToken();
  const invitation = { ...draft, email, confirms: false, link_id: null, key: null, account_id: account.id };
  app.db.write(() => {
    for (const earlier of app.invitations.ofAccount(account.id)) removeInvitation(app, earlier);
    app.invitations.add({ ...invitation, key_hash: hashText(key) });
    mailInvitation(app, actor, invitation, key);
    publishInvitations(app, actor.id);
  });
}

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
    if (invitation.email === null) markUnproven(app, user);
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
    addSubscribers(app, [user], listChannels(app, inviter, invitation));
    for (const { id } of listGroups(app, inviter, invitation)) joinGroup(app, user, id);
    if (invitation.account_id === null) onboardUser(app, user, findWelcome(inviter, invitation));
    else welcomeNewUser(app, user, findWelcome(inviter, invitation));
    if (invitation.notify_referrer_on_join)
      sendNotice(
        app,
        inviter,
        wordsFor(inviter).t('{user} accepted your invitation to join.', { user: userMention(user) }),
      );
    for (const mailed of app.invitations.ofEmail(draft.email)) removeInvitation(app, mailed);
    recordAccepted(app, user, invitation);
    return app.users.byId(user.id)!;
  });
}

/** Records by which invitation a user came, if they were invited. */
function recordAccepted(app: App, user: User, { id, email, confirms, link_id, invited_by }: Invitation): void {
  if (confirms && link_id === null) return;
  app.invitations.addAccepted(user.id, invited_by, email === null ? id : link_id, seconds(app.clock));
  publishInvitations(app, invited_by);
}

/** Makes an account without an address theirs. Its messages, channels and settings stay. */
function takeOver(app: App, stub: User, { email, full_name, password_hash }: InvitedUser): User {
  const user = giveAddress(app, stub, email);
  changeName(app, undefined, user, full_name);
  if (password_hash !== null) setPassword(app, user, password_hash);
  return app.users.byId(user.id)!;
}

/** How the audit log describes that the invitation with this key is accepted. */
export function acceptedAs(app: App, key: string): Pick<AuditedAction, 'kind' | 'details'> {
  const account = app.invitations.byKeyHash(hashText(key), seconds(app.clock))?.account_id ?? null;
  return account === null ? { kind: 'user_create', details: 'invitation' } : CLAIMED;
}

/** An account without an address became somebody's. */
export const CLAIMED = { kind: 'user_update', details: 'claim' } as const;

/** Gives a stub to the person with this address, who gets its messages and channels. Throws for other accounts. */
export function claimStub(app: App, stub: User, input: string): User {
  return giveAddress(app, requireUnclaimed(app, stub.id), requireFreeEmail(app, input));
}

/** Gives a stub an address, which is free, and reactivates it. Other invitations to it end. */
export function giveAddress(app: App, stub: User, email: string): User {
  return app.db.write(() => {
    for (const invitation of app.invitations.ofAccount(stub.id)) removeInvitation(app, invitation);
    changeEmail(app, stub, email);
    reactivateUser(app, undefined, app.users.byId(stub.id)!);
    return app.users.byId(stub.id)!;
  });
}

const DAY = 86_400;
/**
 * The maximum number of mails per day to addresses that visitors enter: for each reusable link, and for all who come
 * without an invitation. These must not keep invited users from joining.
 */
const MOST_A_DAY = 200;

/** Whether the user of this invitation must confirm their address first: with a reusable link, if mail is set up. */
export const requiresConfirmation = (app: App, { email }: Invitation): boolean => email === null && sendsMail(app);

/**
 * Mails a confirmation link to the address of a user who came by a reusable link. Opening it within a day creates the
 * account, under the conditions of the reusable link. Throws for addresses that cannot have an account.
 */
export function confirmAddress(app: App, key: string, input: string): void {
  const { invitation: link } = requireKey(app, key);
  mailKey(app, { ...link, key: null, confirms: true, link_id: link.id }, input);
}

/** The role, channels and groups of the new account. */
type Terms = Omit<Invitation, 'id' | 'email' | 'invited'>;

/**
 * Does the same without an invitation, if the organization requires none: the user becomes a member of the default
 * channels.
 */
export function requestToJoin(app: App, input: string): void {
  if (!isOpen(app)) throw notFound('Ask a member of the organization to invite you.');
  mailKey(app, { ...ANYBODY, invited_by: app.users.byEmail(NOTIFICATION_BOT)!.id }, input);
}

const ANYBODY: Omit<Terms, 'invited_by'> = {
  key: null,
  confirms: true,
  link_id: null,
  invited_as: ROLES.member,
  expiry_date: null,
  channel_ids: [],
  group_ids: [],
  include_defaults: true,
  notify_referrer_on_join: false,
  welcome_text: null,
  account_id: null,
};

function mailKey(app: App, terms: Terms, input: string): void {
  const email = requireFreeEmail(app, input);
  const now = seconds(app.clock);
  if (app.invitations.confirmedSince(now - DAY, terms.link_id)! >= MOST_A_DAY)
    throw badRequest('Too many people want to join today. Try again tomorrow.');
  const own = newToken();
  const expiry_date = Math.min(now + DAY, terms.expiry_date ?? Number.MAX_SAFE_INTEGER);
  app.db.write(() => {
    app.invitations.removeConfirmations(email);
    withdrawMails(app, email, 'confirm_address');
    app.invitations.add({ ...terms, key_hash: hashText(own), email, invited: now, expiry_date });
    const values = { organization: app.realm.get('name'), url: `${app.config.url}/join/${own}/` };
    sendMail(
      app,
      { to: email, kind: 'confirm_address', lasts: expiry_date - now },
      mailTexts(app).confirmAddress(values),
    );
  });
}
