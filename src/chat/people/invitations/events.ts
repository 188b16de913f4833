import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { event } from '../../../kernel/events/event.ts';
import { LIMITS } from '../../../limits.ts';
import { isAdministrator, type User } from '../users/types.ts';
import { canSeeInvitation } from './rules.ts';
import type { AcceptedInvitation, Invitation, InvitationView } from './types.ts';

/** An invitation was created, changed, accepted or removed. Its inviter and administrators fetch the list again. */
export const invitationsChanged = event('invites_changed', undefined, {});

/** The URL of a reusable link. */
export const makeLink = (origin: string, key: string): string => `${origin}/join/${key}/`;

/**
 * The invitations a user may see, oldest first. Links to a higher role than the user's own are left out, because the
 * user could open them.
 */
export const invitationsFor = (app: App, viewer: User, origin: string): InvitationView[] =>
  app.invitations
    .all(seconds(app.clock))
    .filter((invitation) => canSeeInvitation(viewer, invitation))
    .map((invitation) => view(viewer, invitation, origin));

/** Who came by the viewer's invitations, or for administrators by anybody's, the newest first. */
export const acceptedFor = (app: App, viewer: User): AcceptedInvitation[] =>
  app.invitations.accepted({
    inviter: isAdministrator(viewer) ? null : viewer.id,
    most: LIMITS.accepted_invitations_shown,
  });

const view = (viewer: User, invitation: Invitation, origin: string): InvitationView => ({
  id: invitation.id,
  invited_by_user_id: invitation.invited_by,
  invited: invitation.invited,
  expiry_date: invitation.expiry_date,
  invited_as: invitation.invited_as,
  ...(invitation.email !== null && { email: invitation.email }),
  notify_referrer_on_join: invitation.notify_referrer_on_join,
  ...(invitation.key !== null &&
    invitation.invited_as >= viewer.role && { link_url: makeLink(origin, invitation.key) }),
  is_multiuse: invitation.email === null,
  ...(invitation.account_id !== null && { user_id: invitation.account_id }),
});
