import type { App } from '../../../app.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { User } from '../../people/users/types.ts';
import type { Mail, MailContent } from './types.ts';

/** Whether mail goes anywhere; else it waits, and its links are shown to those who may pass them on. */
export const sendsMail = ({ config: { choices } }: App): boolean =>
  choices.smtpUrl !== undefined || choices.outbox !== undefined;

/** The link a mail carries for its recipient, if it has one. */
export function linkIn({ content }: Mail): string | undefined {
  const { blocks } = JSON.parse(content) as Partial<MailContent>;
  for (const block of blocks ?? []) if (typeof block === 'object' && 'url' in block) return block.url;
  return undefined;
}

/**
 * Whether someone may see a mail's link and pass it on, since mail does not bring it. Who opens a link to an account has the
 * account: so owners see those of all but owners, and administrators only those of people who have no account yet and will be
 * no more than they are. The operator sees all (`klatch mail`).
 */
export function canSeeLink(app: App, viewer: User, mail: Mail): boolean {
  if (mail.user_id !== null) return viewer.role === 100 && app.users.byId(mail.user_id)!.role > 100;
  const roles = app.invitations.ofEmail(mail.recipient).map(({ invited_as }) => invited_as);
  return viewer.role <= 200 && roles.every((role) => role >= viewer.role);
}

/** A mail that is still there. */
export function requireMail(app: App, id: number): Mail {
  const mail = Number.isSafeInteger(id) ? app.mail.byId(id) : undefined;
  if (!mail) throw notFound('No such mail');
  return mail;
}
