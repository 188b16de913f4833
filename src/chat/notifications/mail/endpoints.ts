import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { done, retry } from './actions.ts';
import { canSeeLink, linkIn, requireMail, sendsMail } from './rules.ts';
import type { Mail } from './types.ts';
import { unsubscribe } from './unsubscribe-actions.ts';

// Zulip writes this to the server's log. Here administrators see which mails wait, and why.

const MailView = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  recipient: Type.String(),
  created: Type.Integer(),
  expires: Type.Integer(),
  attempts: Type.Integer(),
  /** The time of the next attempt; null: it was given up. */
  due: Nullable(Type.Integer()),
  /** The reason of the last failure. */
  reason: Nullable(Type.String()),
  /** For users who may pass the link on. */
  link: Maybe(Type.String()),
});

export const getMail = endpoint({
  method: 'GET',
  path: '/mail',
  summary: 'Get the e-mails that wait or could not be delivered',
  auth: 'administrator',
  returns: { sends: Type.Boolean(), mails: Type.Array(MailView) },
  handle: ({ app, user }) => ({ sends: sendsMail(app), mails: app.mail.all().map((mail) => view(app, user, mail)) }),
});

export const retryMail = endpoint({
  method: 'POST',
  path: '/mail/{mail_id}/retry',
  summary: 'Retry the delivery of an e-mail',
  auth: 'administrator',
  params: { mail_id: Type.Integer() },
  audit: () => ({ kind: 'mail_retry' }),
  handle: ({ app, params }) => retry(app, requireMail(app, params.mail_id)),
});

export const deleteMail = endpoint({
  method: 'DELETE',
  path: '/mail/{mail_id}',
  summary: 'Delete an e-mail that waits or could not be delivered',
  auth: 'administrator',
  params: { mail_id: Type.Integer() },
  audit: () => ({ kind: 'mail_delete' }),
  handle: ({ app, params }) => done(app, requireMail(app, params.mail_id)),
});

export const unsubscribeAtOnce = endpoint({
  method: 'POST',
  path: '/accounts/unsubscribe/{kind}/{token}/now',
  root: true,
  summary: 'Unsubscribe from one kind of mail with one click (RFC 8058)',
  auth: 'public',
  params: { kind: Type.String(), token: Type.String() },
  handle: ({ app, params }) => unsubscribe(app, params.kind, params.token),
});

function view(app: App, viewer: User, mail: Mail) {
  const { id, kind, recipient, created, expires, attempts, due, failed, reason } = mail;
  const link = canSeeLink(app, viewer, mail) ? linkIn(mail) : undefined;
  return {
    id,
    kind,
    recipient,
    created,
    expires,
    attempts,
    due: failed === null ? due : null,
    reason,
    ...(link && { link }),
  };
}
