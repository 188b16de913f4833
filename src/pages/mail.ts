import type { App } from '../app.ts';
import { done, retry } from '../chat/notifications/mail/actions.ts';
import { canSeeLink, linkIn, requireMail, sendsMail } from '../chat/notifications/mail/rules.ts';
import type { Mail, MailKind } from '../chat/notifications/mail/types.ts';
import type { User } from '../chat/people/users/types.ts';
import { buttonForm } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import { page } from './kit/page.ts';

/** Undelivered mail as administrators see it: without a mail server the links, with one the errors. */
export const mailPage = page({
  paths: ['/mail'],
  summary: 'List mail that is queued or failed',
  audience: 'administrator',
  show({ app, user, csrf }) {
    const mails = app.mail.all().toReversed();
    return {
      title: 'Outgoing e-mail',
      wide: true,
      body: html`${
        sendsMail(app)
          ? html`<p class="lead">E-mails are sent within seconds. These haven’t been sent yet.</p>`
          : html`<p class="note">This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.</p>`
      }
${mails.length === 0 ? html`<p>No e-mails are waiting to be sent.</p>` : html`<ul class="mails">${mails.slice(0, MOST).map((mail) => row(app, user!, mail, csrf))}</ul>`}
${mails.length > MOST && html`<p>${mails.length - MOST} older e-mails aren’t shown.</p>`}`,
    };
  },
  submit({ app }, fields) {
    const { mail: id, act } = fields as Record<string, string>;
    const mail = requireMail(app, Number(id));
    if (act === 'retry') retry(app, mail);
    else done(app, mail);
    return { redirect: '/mail' };
  },
});

const MOST = 200;

const NAMES: Record<MailKind, string> = {
  invitation: 'Invitation',
  confirm_address: 'Confirm e-mail address',
  confirm_new_address: 'Confirm new e-mail address',
  address_changed: 'E-mail address changed',
  welcome: 'Welcome',
  password_reset: 'New password',
  password_changed: 'Password changed',
  security_change: 'Sign-in changed',
  sign_in: 'New sign-in',
  deactivated: 'Account deactivated',
  export_ready: 'Export ready',
  missed_messages: 'Missed messages',
  digest: 'Digest',
  announcement: 'E-mail to members',
  test: 'Test',
};

function row(app: App, viewer: User, mail: Mail, csrf: string): Html {
  const { id, kind, recipient, created, attempts, failed, reason } = mail;
  const link = canSeeLink(app, viewer, mail) ? linkIn(mail) : undefined;
  const act = (word: string, label: string) =>
    buttonForm('/mail', csrf, label, { quiet: true, values: { mail: String(id), act: word } });
  return html`<li><p><b>${recipient}</b><br><small><span>${NAMES[kind]}</span> · <time>${momentOf(created)}</time>${attempts > 0 && html` · <span>${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}</span>`}</small></p>
${reason !== null && html`<p class="wrong">${failed === null ? 'Not delivered yet' : 'Couldn’t be delivered'}: ${reason}</p>`}
${link && html`<p class="copy"><code>${link}</code></p>`}
<p class="page-buttons">${failed !== null && act('retry', 'Try again')}${act('remove', 'Remove')}</p></li>`;
}

const momentOf = (time: number): string => `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
