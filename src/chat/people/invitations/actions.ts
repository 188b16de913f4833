import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { asciiAddress } from '../../../kernel/mail/address-forms.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import { sendMail, withdrawMails } from '../../notifications/mail/actions.ts';
import { mailTexts } from '../../notifications/mail/texts.ts';
import { ONE_ROW, requireRoom, requireTotalRoom } from '../../organization/row-limits/rules.ts';
import { hashText, newToken } from '../sign-in/rules.ts';
import type { User } from '../users/types.ts';
import { invitationsChanged } from './events.ts';
import {
  getExpiry,
  invitationError,
  requireCanInvite,
  requireCanInviteAs,
  requireChannels,
  requireGroups,
  requireInvitation,
  requireWelcome,
} from './rules.ts';
import type { Invitation } from './types.ts';

export interface InvitationDraft {
  invite_as: Role;
  /** undefined: ten days; null: no expiry. */
  invite_expires_in_minutes?: number | null | undefined;
  stream_ids: readonly number[];
  group_ids: readonly number[];
  include_realm_default_subscriptions: boolean;
  welcome_message_custom_text?: string | undefined;
}

/** The maximum number of mailed invitations per day. */
const MOST_A_DAY = 100;
const DAY = 86_400;

/**
 * Mails invitations to addresses separated by commas or lines. Throws INVITATION_FAILED if some could not be invited;
 * the error says whether the others were.
 */
export function inviteByMail(
  app: App,
  actor: User,
  addresses: string,
  draft: InvitationDraft & { notify_referrer_on_join: boolean },
): void {
  requireCanInvite(app, actor, 'can_invite_users_group');
  const common = requireDraft(app, actor, draft, draft.notify_referrer_on_join);
  const emails = [
    ...new Set(addresses.split(/[\n,]/).map((one) => asciiAddress(one.trim().replace(/^[^<]*<([^>]*)>$/, '$1')))),
  ].filter(Boolean);
  if (emails.length === 0) throw badRequest('You must specify at least one email address.');
  requireDailyLimit(app, common.invited, emails.length);
  requireTotalRoom(app, 'invitation', emails.length);
  const errors = emails.flatMap((email) => invitationError(app, actor, email) ?? []);
  const refusedEmails = new Set(errors.map(([email]) => email));
  const invited = emails.filter((email) => !refusedEmails.has(email));
  if (errors.some(([, , isAccount]) => isAccount === undefined))
    throw failed("Some emails did not validate, so we didn't send any invitations.", errors, false);
  if (invited.length === 0) throw failed("We weren't able to invite anyone.", errors, false);
  app.db.write(() => {
    for (const email of invited) {
      const key = newToken();
      const invitation = { ...common, email, confirms: false, link_id: null, key: null, account_id: null };
      app.invitations.add({ ...invitation, key_hash: hashText(key) });
      mailInvitation(app, actor, invitation, key);
    }
    publishInvitations(app, actor.id);
  });
  if (errors.length > 0)
    throw failed(
      "Some of those addresses already have an account, so we didn't send them an invitation. We did send invitations to everyone else!",
      errors,
      true,
    );
}

/** Creates a reusable link to join, and returns its key. */
export function createLink(
  app: App,
  actor: User,
  draft: InvitationDraft & { notify_referrer_on_join?: boolean },
): string {
  requireCanInvite(app, actor, 'create_multiuse_invite_group');
  const common = requireDraft(app, actor, draft, draft.notify_referrer_on_join ?? false);
  requireRoom(app, 'invitation', ONE_ROW, actor.id);
  const key = newToken();
  app.db.write(() => {
    const invitation = { ...common, email: null, confirms: false, link_id: null, key, account_id: null };
    app.invitations.add({ ...invitation, key_hash: hashText(key) });
    publishInvitations(app, actor.id);
  });
  return key;
}

/** Revokes an invitation. Its link is invalid from now on. */
export function revoke(app: App, actor: User, id: number, kind: 'mailed' | 'link'): void {
  removeInvitation(app, requireInvitation(app, actor, id, kind));
}

/** Mails an invitation again with its original duration. Throws if the user may no longer invite by mail. */
export function resend(app: App, actor: User, id: number): void {
  requireCanInvite(app, actor, 'can_invite_users_group');
  const invitation = requireInvitation(app, actor, id, 'mailed');
  const { invited, expiry_date, invited_by } = invitation;
  const key = newToken();
  const now = seconds(app.clock);
  app.db.write(() => {
    const expiry = expiry_date === null ? null : now + expiry_date - invited;
    app.invitations.renew(hashText(key), now, expiry, id);
    mailInvitation(app, app.users.byId(invited_by)!, { ...invitation, expiry_date: expiry }, key);
    publishInvitations(app, invited_by);
  });
}

/** Deletes an invitation that was used, revoked or has expired. */
export function removeInvitation(app: App, { id, email, confirms, invited_by }: Invitation): void {
  app.db.write(() => {
    app.invitations.remove(id);
    if (email !== null) withdrawMails(app, email, confirms ? 'confirm_address' : 'invitation');
    if (!confirms) publishInvitations(app, invited_by);
  });
}

/** Deletes expired invitations. */
export function removeExpired(app: App): void {
  for (const invitation of app.invitations.expired(seconds(app.clock))) removeInvitation(app, invitation);
}

/** Throws if `number` more invitations would exceed the daily limit. `now` is in seconds. */
export function requireDailyLimit(app: App, now: number, number: number): void {
  if (app.invitations.mailedSince(now - DAY)! + number > MOST_A_DAY)
    throw failed('No more invitations can be sent today; none were sent.', [], false, true);
}

/** The stored form of an invitation. Throws for a role, channels or groups that the inviter cannot give. */
export function requireDraft(app: App, actor: User, draft: InvitationDraft, notify_referrer_on_join: boolean) {
  requireCanInviteAs(actor, draft.invite_as);
  const channel_ids = [...new Set(draft.stream_ids)];
  const group_ids = [...new Set(draft.group_ids)];
  requireChannels(app, actor, channel_ids);
  requireGroups(app, actor, group_ids);
  const invited = seconds(app.clock);
  return {
    invited_by: actor.id,
    invited_as: draft.invite_as,
    invited,
    expiry_date: getExpiry(invited, draft.invite_expires_in_minutes),
    channel_ids,
    group_ids,
    include_defaults: draft.include_realm_default_subscriptions,
    notify_referrer_on_join,
    welcome_text: requireWelcome(actor, draft.welcome_message_custom_text),
  };
}

/** Mails an invitation. A waiting mail with the older link is not sent. */
export function mailInvitation(
  app: App,
  inviter: User,
  { email, expiry_date, account_id }: Pick<Invitation, 'email' | 'expiry_date' | 'account_id'>,
  key: string,
): void {
  withdrawMails(app, email!, 'invitation');
  const lasts = (expiry_date ?? Number.MAX_SAFE_INTEGER) - seconds(app.clock);
  const values = {
    inviter: inviter.full_name,
    organization: app.realm.get('name'),
    url: `${app.config.url}/join/${key}/`,
    account: account_id === null ? undefined : app.users.byId(account_id)!.full_name,
  };
  sendMail(
    app,
    { to: email!, kind: 'invitation', lasts: Math.min(lasts, 365 * DAY) },
    mailTexts(app).invitation(values),
  );
}

/** Publishes that there are other invitations, to those who can see them. */
export function publishInvitations(app: App, inviter: number): void {
  const administrators = app.users.active().filter(({ role, is_bot }) => role <= ROLES.administrator && !is_bot);
  app.events.publish(invitationsChanged({}), [...new Set([inviter, ...administrators.map(({ id }) => id)])]);
}

type Refusal = [email: string, why: string, deactivated: boolean | undefined];

const failed = (
  message: string,
  errors: readonly Refusal[],
  sent_invitations: boolean,
  daily_limit_reached = false,
): ApiError =>
  new ApiError(400, 'INVITATION_FAILED', message, {
    errors: errors.map(([email, why, deactivated]) => [email, why, deactivated ?? false]),
    sent_invitations,
    license_limit_reached: false,
    daily_limit_reached,
  });
