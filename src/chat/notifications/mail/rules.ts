import type { App } from '../../../app.ts';
import { noSuchMail } from '../../errors.ts';
import { isAdministrator, isOwner, type User } from '../../people/users/types.ts';
import type { Mail, MailContent } from './types.ts';

/** Whether mail is set up. Otherwise mails wait, and users who may pass on their links see them. */
export const sendsMail = ({ config: { choices } }: App): boolean =>
  choices.smtpUrl !== undefined || choices.outbox !== undefined;

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
