import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest, notFound } from '../../../kernel/errors.ts';
import { sendMail } from '../../notifications/mail/actions.ts';
import { sendsMail } from '../../notifications/mail/rules.ts';
import { translationsFor } from '../../notifications/mail/translations/find.ts';
import { NOTIFICATION_BOT } from '../../organization/realm/prepare.ts';
import { hashOf, newToken } from '../sign-in/accounts.ts';
import { requireFreeEmail } from '../users/names.ts';
import { ROLES } from '../users/types.ts';
import { isOpen, requireKey } from './rules.ts';
import type { Invitation } from './types.ts';

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
    app.mail.removeTo(email, 'confirm_address');
    app.invitations.add({ ...terms, key_hash: hashOf(own), email, invited: now, expiry_date });
    const values = { organization: app.realm.get('name'), url: `${app.config.url}/join/${own}/` };
    sendMail(
      app,
      { to: email, kind: 'confirm_address', lasts: expiry_date - now },
      translationsFor(app).confirmAddress(values),
    );
  });
}
