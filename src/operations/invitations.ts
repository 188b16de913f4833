import { Type } from 'typebox';
import type { App } from '../app.ts';
import { createLink, inviteByMail, revoke } from '../chat/people/invitations/actions.ts';
import { invitationsFor, makeLink } from '../chat/people/invitations/events.ts';
import { requireInvitation } from '../chat/people/invitations/rules.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { Nullable } from '../kernel/http/schema.ts';
import { type As, ROLE_NAMES, requireActor, requireChannel, requireRole } from './accounts.ts';
import { operation } from './operation.ts';

interface NewInvitations extends As {
  /** None: a reusable link. */
  emails: string[];
  role: string;
  /** null: forever. */
  days: number | null;
  /** By name or id. */
  channel?: string[];
}

export const invitationOperations = {
  'invite-create': operation({
    result: Type.Object({
      link: Nullable(Type.String()),
      mailed: Type.Array(Type.String()),
      refused: Type.Array(Type.Object({ email: Type.String(), why: Type.String() })),
    }),
    audit: ({ link }, { role }) => ({ kind: 'invitation_create', details: link === null ? role : `link, ${role}` }),
    run(app: App, { emails, role, days, channel = [], as }: NewInvitations) {
      const actor = requireActor(app, { as });
      const draft = {
        invite_as: requireRole(role),
        invite_expires_in_minutes: days === null ? null : days * 1440,
        stream_ids: channel.map((name) => requireChannel(app, name).id),
        group_ids: [],
        include_realm_default_subscriptions: true,
      };
      if (emails.length === 0)
        return { link: makeLink(app.config.url, createLink(app, actor, draft)), mailed: [], refused: [] };
      const { isSent, refused } = invite(() =>
        inviteByMail(app, actor, emails.join(','), { ...draft, notify_referrer_on_join: true }),
      );
      const isRefused = (email: string) => !isSent || refused.some((one) => one.email === email);
      return { link: null, mailed: emails.filter((email) => !isRefused(email)), refused };
    },
  }),
  'invite-list': operation({
    result: Type.Array(
      Type.Object({
        id: Type.Integer(),
        email: Nullable(Type.String()),
        role: Type.String(),
        invited_by: Type.String(),
        expires: Nullable(Type.Integer()),
        link: Nullable(Type.String()),
      }),
    ),
    audit: 'reads',
    run: (app, options: As) =>
      invitationsFor(app, requireActor(app, options), app.config.url).map((one) => ({
        id: one.id,
        email: one.email ?? null,
        role: ROLE_NAMES[one.invited_as],
        invited_by: app.users.byId(one.invited_by_user_id)!.email,
        expires: one.expiry_date,
        link: one.link_url ?? null,
      })),
  }),
  'invite-revoke': operation({
    result: Type.Object({ id: Type.Integer() }),
    audit: () => ({ kind: 'invitation_revoke' }),
    run(app, { id, as }: As & { id: number }) {
      const actor = requireActor(app, { as });
      const one = invitationsFor(app, actor, '').find((one) => one.id === id);
      if (!one) throw notFound(`No such invitation: ${id}`);
      const kind = one.is_multiuse ? 'link' : 'mailed';
      requireInvitation(app, actor, id, kind);
      revoke(app, actor, id, kind);
      return { id };
    },
  }),
};

/** Sends invitations. Returns the addresses that got none with the reasons, and whether the others got theirs. */
function invite(send: () => void): { isSent: boolean; refused: { email: string; why: string }[] } {
  try {
    send();
    return { isSent: true, refused: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || !Array.isArray(error.extra.errors)) throw error;
    const refused = error.extra.errors.map(([email, why]) => ({ email: String(email), why: String(why) }));
    return { isSent: Boolean(error.extra.sent_invitations), refused };
  }
}
