import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { noSuchMail } from '../../errors.ts';
import { signText } from '../../organization/realm/key-rules.ts';
import { isAdministrator, isOwner, type User } from '../../people/users/types.ts';
import type { Mail, MailContent } from './types.ts';

/** Whether mail is set up. Otherwise mails wait, and users who may pass on their links see them. */
export const sendsMail = ({ config: { choices } }: App): boolean =>
  choices.smtpUrl !== undefined || choices.outbox !== undefined;

/** Throws without a mail server. */
export function requireMailServer(app: App): void {
  if (!sendsMail(app)) throw badRequest('The server doesn’t send e-mail');
}

/** The link in a mail for its recipient, if it has one. */
export function linkIn({ content }: Mail): string | undefined {
  const { blocks } = JSON.parse(content) as Partial<MailContent>;
  for (const block of blocks ?? []) if (typeof block === 'object' && 'url' in block) return block.url;
  return undefined;
}

/**
 * Whether a user may see a mail's link and pass it on, because mail cannot deliver it. A link to an account gives
 * access to the account. So owners see links of everyone but owners, and administrators only those of people who have
 * no account yet and will not get a higher role than theirs. The operator sees all (`klatch mail`).
 */
export function canSeeLink(app: App, viewer: User, mail: Mail): boolean {
  if (mail.user_id !== null) return isOwner(viewer) && !isOwner(app.users.byId(mail.user_id)!);
  const roles = app.invitations.ofEmail(mail.recipient).map(({ invited_as }) => invited_as);
  return isAdministrator(viewer) && roles.every((role) => role >= viewer.role);
}

/** Returns a mail that still exists. */
export function requireMail(app: App, id: number): Mail {
  const mail = Number.isSafeInteger(id) ? app.mail.byId(id) : undefined;
  if (!mail) throw noSuchMail();
  return mail;
}

/** The kinds of mail that users can stop, with the settings behind them. */
export const STOPPABLE = {
  missed_messages: [
    'enable_offline_email_notifications',
    'enable_stream_email_notifications',
    'enable_followed_topic_email_notifications',
  ],
  digest: ['enable_digest_emails'],
  login: ['enable_login_emails'],
} as const;
export type Stoppable = keyof typeof STOPPABLE;

/** The unsubscribe URLs for a kind of mail: a page that asks, and a URL that mail clients post to. */
export function unsubscribeLinks(
  app: App,
  user: { id: number },
  kind: Stoppable,
  label: string,
): MailContent['unsubscribe'] {
  const token = `${user.id}-${signature(app, user.id, kind)}`;
  const { url } = app.config;
  return {
    label,
    url: `${url}/accounts/unsubscribe/${kind}/${token}`,
    oneClick: `${url}/accounts/unsubscribe/${kind}/${token}/now`,
  };
}

/**
 * Returns the user of a token for this kind of mail; undefined: invalid. Tokens are valid as long as the account
 * exists, because people keep mails.
 */
export function userOfToken(app: App, kind: string, token: string): number | undefined {
  const [, id, mac = ''] = /^(\d{1,15})-([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || !Object.hasOwn(STOPPABLE, kind)) return undefined;
  const right = Buffer.from(signature(app, Number(id), kind as Stoppable));
  return timingSafeEqual(Buffer.from(mac), right) ? Number(id) : undefined;
}

const signature = (app: App, userId: number, kind: Stoppable): string =>
  signText(app, 'unsubscribe_secret', `${kind} ${userId}`).toString('base64url');
