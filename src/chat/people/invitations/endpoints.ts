import { Type } from 'typebox';
import { requireOwnPage } from '../../../kernel/http/auth.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { getRoleName, ROLES, type Role } from '../../../shared/roles.ts';
import { endpoint } from '../../declare.ts';
import { needsSecondFactor } from '../second-factors/rules.ts';
import { hashPassword, requirePasswordLogin } from '../sign-in/password-checks.ts';
import { startSession } from '../sign-in/session-actions.ts';
import { requireStrongPassword } from '../users/field-rules.ts';
import { acceptedAs, acceptInvitation, inviteToAccount as invite, requireNewUser } from './account-actions.ts';
import * as actions from './actions.ts';
import { acceptedFor, invitationsFor, makeLink } from './events.ts';
import { AcceptedInvitation, InvitationView } from './types.ts';

const Ids = Type.Array(Type.Integer());
const draft = {
  /** If absent, ten days; null: no expiry. */
  invite_expires_in_minutes: Maybe(Nullable(Type.Integer())),
  invite_as: Type.Unsafe<Role>({ type: 'integer', enum: Object.values(ROLES), default: ROLES.member }),
  group_ids: Type.Array(Type.Integer(), { default: [] }),
  include_realm_default_subscriptions: Type.Boolean({ default: false }),
  welcome_message_custom_text: Maybe(Type.String({ maxLength: 8000 })),
};
const invite_id = Type.Integer();

export const getInvitations = endpoint({
  method: 'GET',
  path: '/invites',
  summary: 'Get your invitations and who accepted them; administrators get all',
  auth: 'human-member',
  returns: {
    invites: Type.Array(InvitationView),
    /** The newest first. */
    accepted: Type.Array(AcceptedInvitation),
  },
  handle: ({ app, user, caller }) => ({
    invites: invitationsFor(app, user, caller.origin),
    accepted: acceptedFor(app, user),
  }),
});

export const sendInvitations = endpoint({
  method: 'POST',
  path: '/invites',
  summary: 'Invite people by e-mail',
  auth: 'human-member',
  params: {
    /** Separated by commas or lines. */
    invitee_emails: Type.String(),
    stream_ids: Ids,
    notify_referrer_on_join: Type.Boolean({ default: true }),
    ...draft,
  },
  audit: ({ params }) => ({ kind: 'invitation_create', details: getRoleName(params.invite_as) }),
  handle: ({ app, user, params: { invitee_emails, ...invitation } }) =>
    actions.inviteByMail(app, user, invitee_emails, invitation),
});

export const inviteToAccount = endpoint({
  method: 'POST',
  path: '/invites/accounts/{user_id}',
  summary: 'Invite the person of an account that was imported without an address; the account becomes theirs',
  auth: 'administrator',
  params: {
    user_id: Type.Integer(),
    email: Type.String({ maxLength: 254 }),
    invite_expires_in_minutes: draft.invite_expires_in_minutes,
  },
  audit: ({ params }) => ({ kind: 'invitation_create', user_id: params.user_id, details: 'imported account' }),
  handle: ({ app, user, params: { user_id, ...invitation } }) => invite(app, user, user_id, invitation),
});

export const createInvitationLink = endpoint({
  method: 'POST',
  path: '/invites/multiuse',
  summary: 'Create a reusable invitation link',
  auth: 'human-member',
  params: { stream_ids: Type.Array(Type.Integer(), { default: [] }), ...draft },
  returns: { invite_link: Type.String() },
  audit: ({ params }) => ({ kind: 'invitation_create', details: `link, ${getRoleName(params.invite_as)}` }),
  handle: ({ app, user, params, caller }) => ({
    invite_link: makeLink(caller.origin, actions.createLink(app, user, params)),
  }),
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/invites/{invite_id}',
  summary: 'Revoke a mailed invitation',
  auth: 'human-member',
  params: { invite_id },
  audit: () => ({ kind: 'invitation_revoke' }),
  handle: ({ app, user, params }) => actions.revoke(app, user, params.invite_id, 'mailed'),
});

export const revokeInvitationLink = endpoint({
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  summary: 'Revoke a reusable invitation link',
  auth: 'human-member',
  params: { invite_id },
  audit: () => ({ kind: 'invitation_revoke', details: 'link' }),
  handle: ({ app, user, params }) => actions.revoke(app, user, params.invite_id, 'link'),
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  summary: 'Resend an invitation with a new link',
  auth: 'human-member',
  params: { invite_id },
  audit: () => ({ kind: 'invitation_create', details: 'resent' }),
  handle: ({ app, user, params }) => actions.resend(app, user, params.invite_id),
});

export const join = endpoint({
  method: 'POST',
  path: '/accounts/register/',
  root: true,
  summary:
    'Accept an invitation: create the account and start a session. Sets the cookies sessionid and csrftoken, with the prefix __Host- over HTTPS.',
  auth: 'public',
  params: {
    key: Type.String({ maxLength: 100 }),
    full_name: Type.String({ maxLength: 100 }),
    password: Type.String({ maxLength: 100 }),
    /** For reusable links. */
    email: Maybe(Type.String({ maxLength: 254 })),
  },
  returns: { user_id: Type.Integer() },
  audit({ app, params }) {
    const action = acceptedAs(app, params.key);
    return (reply: { user_id: number }) => ({ ...action, user_id: reply.user_id });
  },
  async prepare({ app, params, caller }) {
    requireOwnPage(caller.raw, caller.origin);
    requirePasswordLogin(app);
    const { email, full_name } = requireNewUser(app, params);
    requireStrongPassword(params.password, [email, full_name, app.realm.get('name')]);
    return hashPassword(params.password);
  },
  handle({ app, params, caller, prepared: passwordHash }) {
    const user = acceptInvitation(app, params, passwordHash);
    // Those who need a second factor set it up on the sign-in page.
    if (!needsSecondFactor(app, user)) startSession(app, user, caller);
    return { user_id: user.id };
  },
});
