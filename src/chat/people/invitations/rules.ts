import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest, notFound } from '../../../kernel/errors.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { canSubscribeOrStay, mayAddOthers, requireCanAddOthers } from '../../channels/subscriptions/rules.ts';
import { insufficientPermission, mustBeAdministrator, mustBeOwner, noSuchUser } from '../../errors.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { hasRealmPermission, mayAddAnybody, requireCanAddMembers, requireOwnGroup } from '../groups/rules.ts';
import type { Group } from '../groups/types.ts';
import { hashText } from '../sign-in/rules.ts';
import { requireEmail } from '../users/field-rules.ts';
import { canSeeAddress } from '../users/rules.ts';
import { canBeClaimed, isAdministrator, isOwner, type User } from '../users/types.ts';
import type { Invitation } from './types.ts';

type InvitePermission = 'can_invite_users_group' | 'create_multiuse_invite_group';

/** Throws unless the user may invite people this way. */
export function requireCanInvite(app: App, user: User, permission: InvitePermission): void {
  if (!hasRealmPermission(app, user, permission)) throw insufficientPermission();
}

/** Throws unless the user may grant this role: owners grant owner; administrators grant administrator and moderator. */
export function requireCanInviteAs(user: User, role: Role): void {
  if (role === ROLES.owner && !isOwner(user)) throw mustBeOwner();
  if (!canInviteAs(user, role)) throw mustBeAdministrator();
}

const canInviteAs = (user: User, role: Role): boolean =>
  role === ROLES.owner ? isOwner(user) : role >= ROLES.member || isAdministrator(user);

/** Returns the channels of an invitation. Throws for channels that the inviter could not subscribe others to. */
export function requireChannels(app: App, user: User, ids: readonly number[]): void {
  for (const id of ids) {
    const channel = app.channels.byId(id);
    if (!channel || !canSubscribeOrStay(app, user, channel))
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
    requireCanAddOthers(app, user, channel);
  }
}

/** Throws for groups that the inviter could not add others to. */
export function requireGroups(app: App, user: User, ids: readonly number[]): void {
  for (const id of ids) requireCanAddMembers(app, user, requireOwnGroup(app, id), [NOBODY]);
}
const NOBODY = -1;

/** When an invitation valid for this many minutes ends; the default is ten days, null is never. */
export function getExpiry(now: number, minutes: number | null | undefined): number | null {
  if (minutes === null) return null;
  if (minutes !== undefined && minutes <= 0) throw badRequest('Invalid invite_expires_in_minutes');
  return now + (minutes ?? TEN_DAYS) * 60;
}
const TEN_DAYS = 14_400;

/** Administrators choose the welcome message themselves. */
export function requireWelcome(user: User, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isAdministrator(user)) throw mustBeAdministrator();
  return text;
}

/** Whether a user may see and revoke an invitation: their own; administrators all. */
export const canSeeInvitation = (user: User, { invited_by }: Invitation): boolean =>
  isAdministrator(user) || invited_by === user.id;

/**
 * Returns an invitation the user may revoke or resend. Throws the same error for those of others as for unknown ones.
 * Only owners may change invitations of owners.
 */
export function requireInvitation(app: App, user: User, id: number, kind: 'mailed' | 'link'): Invitation {
  const invitation = app.invitations.byId(id, seconds(app.clock));
  if (!invitation || (invitation.email === null) !== (kind === 'link') || !canSeeInvitation(user, invitation))
    throw badRequest('No such invitation');
  if (invitation.invited_as === ROLES.owner && !isOwner(user)) throw mustBeOwner();
  return invitation;
}

/**
 * Whether anybody may ask to join: the organization requires no invitation, and mail is set up to confirm addresses.
 */
export const isOpen = (app: App): boolean =>
  !app.realm.get('invite_required') && sendsMail(app) && app.config.choices.passwordLogin;

/**
 * Returns the invitation of a key and its inviter. Throws the same 404 if it is used, revoked or expired, or if its
 * inviter is deactivated or may no longer invite this way.
 */
export function requireKey(app: App, key: string): { invitation: Invitation; inviter: User } {
  const invitation = app.invitations.byKeyHash(hashText(key), seconds(app.clock));
  const inviter = invitation && findInviter(app, invitation);
  if (!invitation || !inviter) throw notFound('The invitation link has expired or is not valid.');
  return { invitation, inviter };
}

/** Returns the inviter, or undefined if the inviter is deactivated or may no longer invite this way. */
function findInviter(app: App, invitation: Invitation): User | undefined {
  const inviter = app.users.byId(invitation.invited_by);
  return inviter?.is_active && isStillAllowed(app, inviter, invitation) ? inviter : undefined;
}

/** Returns an account that was imported without an address. Throws for others. */
export function requireUnclaimed(app: App, id: number): User {
  const user = app.users.byId(id);
  if (!user) throw noSuchUser();
  if (!canBeClaimed(user)) throw badRequest('This account has an e-mail address already.');
  return user;
}

/** Returns the newest valid invitation that was mailed to this address, with its inviter. */
export function invitationFor(app: App, email: string): { invitation: Invitation; inviter: User } | undefined {
  const now = seconds(app.clock);
  for (const invitation of app.invitations.ofEmail(email).toReversed()) {
    const isValid = invitation.expiry_date === null || invitation.expiry_date > now;
    const inviter = isValid && !invitation.confirms ? findInviter(app, invitation) : undefined;
    if (inviter) return { invitation, inviter };
  }
  return undefined;
}

/**
 * Whether the inviter may still invite this way to this role. Invitations that only confirm an address have no inviter.
 */
function isStillAllowed(app: App, inviter: User, invitation: Invitation): boolean {
  const { confirms, link_id, email, invited_as, account_id } = invitation;
  if (account_id !== null && !canStillGive(app, inviter, invitation)) return false;
  if (confirms && link_id === null) return isOpen(app);
  const permission: InvitePermission =
    email === null || link_id !== null ? 'create_multiuse_invite_group' : 'can_invite_users_group';
  return canInviteAs(inviter, invited_as) && hasRealmPermission(app, inviter, permission);
}

/** Whether the account of this invitation still belongs to nobody and has the same role. */
function canStillGive(app: App, inviter: User, { account_id, invited_as }: Invitation): boolean {
  const account = app.users.byId(account_id!);
  return isAdministrator(inviter) && account !== undefined && canBeClaimed(account) && account.role === invited_as;
}

/**
 * The channels of an invitation: the default channels if it says so, and those its inviter may still subscribe others
 * to.
 */
export function listChannels(app: App, inviter: User, { channel_ids, include_defaults }: Invitation): Channel[] {
  const named = channel_ids
    .flatMap((id) => app.channels.byId(id) ?? [])
    .filter((channel) => canSubscribeOrStay(app, inviter, channel) && mayAddOthers(app, inviter, channel));
  const defaults = include_defaults ? app.channels.defaults().map((id) => app.channels.byId(id)!) : [];
  return [...new Set([...named, ...defaults])].filter(({ is_archived }) => !is_archived);
}

/** The groups of an invitation that its inviter may still add others to. */
export const listGroups = (app: App, inviter: User, { group_ids }: Invitation): Group[] =>
  group_ids
    .flatMap((id) => app.groups.byId(id) ?? [])
    .filter((group) => !group.deactivated && !group.is_system && mayAddAnybody(app, inviter, group));

/** The welcome message of an invitation, unless its inviter is no longer an administrator. */
export const findWelcome = ({ role }: User, { welcome_text }: Invitation): string | undefined =>
  role <= ROLES.administrator ? (welcome_text ?? undefined) : undefined;

/**
 * Returns why an address cannot be invited, if so. For an address of an account, also whether that is deactivated;
 * undefined: the address is invalid. An account whose address the inviter cannot see can be invited, so that nothing
 * reveals it.
 */
export function invitationError(
  app: App,
  actor: User,
  email: string,
): [[email: string, why: string, deactivated: boolean | undefined]] | undefined {
  const account = app.users.byEmail(email);
  if (account && canSeeAddress(app, actor, account))
    return [
      [email, account.is_active ? 'Already has an account.' : 'Account has been deactivated.', !account.is_active],
    ];
  try {
    requireEmail(app, email);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [[email, error.message, undefined]];
  }
}
