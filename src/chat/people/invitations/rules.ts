import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound, unauthorizedPrincipal } from '../../../kernel/errors.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { canSubscribeOrStay, mayAddOthers, requireCanAddOthers } from '../../channels/subscriptions/rules.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { hasRealmPermission, mayAddAnybody, requireCanAddMembers, requireOwnGroup } from '../groups/rules.ts';
import type { Group } from '../groups/types.ts';
import { hashOf } from '../sign-in/accounts.ts';
import { ROLES, type Role, type User } from '../users/types.ts';
import type { Invitation } from './types.ts';

type InvitePermission = 'can_invite_users_group' | 'create_multiuse_invite_group';

/** Refuses who may not invite people this way. */
export function requireCanInvite(app: App, user: User, way: InvitePermission): void {
  if (!hasRealmPermission(app, user, way)) throw badRequest('Insufficient permission');
}

/** Refuses who may not make somebody this: owners by owners, administrators and moderators by administrators. */
export function requireCanInviteAs(user: User, role: Role): void {
  if (role === 100 && user.role > 100) throw unauthorizedPrincipal('Must be an organization owner');
  if (!canInviteAs(user, role)) throw unauthorizedPrincipal('Must be an organization administrator');
}

const canInviteAs = (user: User, role: Role): boolean =>
  role === 100 ? user.role === 100 : role >= 400 || user.role <= 200;

/** The channels people are invited to. Refuses those the inviter could not put anybody into. */
export function requireChannels(app: App, user: User, ids: readonly number[]): void {
  for (const id of ids) {
    const channel = app.channels.byId(id);
    if (!channel || !canSubscribeOrStay(app, user, channel))
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
    requireCanAddOthers(app, user, channel);
  }
}

/** Refuses groups the inviter could not put anybody into. */
export function requireGroups(app: App, user: User, ids: readonly number[]): void {
  for (const id of ids) requireCanAddMembers(app, user, requireOwnGroup(app, id), [NOBODY]);
}
const NOBODY = -1;

/** When an invitation of so many minutes ends; ten days unless said, null is never. */
export function expiryOf(now: number, minutes: number | null | undefined): number | null {
  if (minutes === null) return null;
  if (minutes !== undefined && minutes <= 0) throw badRequest('Invalid invite_expires_in_minutes');
  return now + (minutes ?? TEN_DAYS) * 60;
}
const TEN_DAYS = 14_400;

/** Administrators say themselves how somebody is greeted. */
export function requireWelcome(user: User, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (user.role > 200) throw unauthorizedPrincipal('Must be an organization administrator');
  return text;
}

/** Whether someone sees and revokes an invitation: their own, and administrators all. */
export const canSeeInvitation = (user: User, { invited_by }: Invitation): boolean =>
  user.role <= 200 || invited_by === user.id;

/** An invitation someone may revoke or send again; one of somebody else's is answered like none. Those of owners are owners'. */
export function requireInvitation(app: App, user: User, id: number, kind: 'mailed' | 'link'): Invitation {
  const invitation = app.invitations.byId(id, seconds(app.clock));
  if (!invitation || (invitation.email === null) !== (kind === 'link') || !canSeeInvitation(user, invitation))
    throw badRequest('No such invitation');
  if (invitation.invited_as === 100 && user.role > 100) throw unauthorizedPrincipal('Must be an organization owner');
  return invitation;
}

/** Whether anybody may ask to join: the organisation requires no invitation, and mail can show that an address is somebody's own. */
export const isOpen = (app: App): boolean => !app.realm.get('invite_required') && sendsMail(app);

/**
 * The invitation a key stands for, and who invited. One that was used, revoked or has expired, and one whose inviter is gone or
 * may no longer invite so, are refused alike (404).
 */
export function requireKey(app: App, key: string): { invitation: Invitation; inviter: User } {
  const invitation = app.invitations.byKeyHash(hashOf(key), seconds(app.clock));
  const inviter = invitation && app.users.byId(invitation.invited_by);
  if (!invitation || !inviter?.is_active || !isStillAllowed(app, inviter, invitation))
    throw notFound('The invitation link has expired or is not valid.');
  return { invitation, inviter };
}

/** Whether the inviter may still invite this way, to this role. Nobody invites those who only confirm their address. */
function isStillAllowed(app: App, inviter: User, { confirms, link_id, email, invited_as }: Invitation): boolean {
  if (confirms && link_id === null) return isOpen(app);
  const way: InvitePermission =
    email === null || link_id !== null ? 'create_multiuse_invite_group' : 'can_invite_users_group';
  return canInviteAs(inviter, invited_as) && hasRealmPermission(app, inviter, way);
}

/** The channels of an invitation: the default ones if it says so, and those to which its inviter may still subscribe others. */
export function channelsOf(app: App, inviter: User, { channel_ids, include_defaults }: Invitation): Channel[] {
  const named = channel_ids
    .flatMap((id) => app.channels.byId(id) ?? [])
    .filter((channel) => canSubscribeOrStay(app, inviter, channel) && mayAddOthers(app, inviter, channel));
  const defaults = include_defaults ? app.channels.defaults().map((id) => app.channels.byId(id)!) : [];
  return [...new Set([...named, ...defaults])].filter(({ is_archived }) => !is_archived);
}

/** The groups of an invitation to which its inviter may still add others. */
export const groupsOf = (app: App, inviter: User, { group_ids }: Invitation): Group[] =>
  group_ids
    .flatMap((id) => app.groups.byId(id) ?? [])
    .filter((group) => !group.deactivated && !group.is_system && mayAddAnybody(app, inviter, group));

/** The welcome message of an invitation, unless its inviter is no administrator any more. */
export const welcomeOf = ({ role }: User, { welcome_text }: Invitation): string | undefined =>
  role <= ROLES.administrator ? (welcome_text ?? undefined) : undefined;
