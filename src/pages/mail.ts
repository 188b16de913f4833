import { checkMailbox } from '../chat/integrations/mail-in/mailbox-jobs.ts';
import { receivesMail } from '../chat/integrations/mail-in/rules.ts';
import { done, retry } from '../chat/notifications/mail/actions.ts';
import { testMail } from '../chat/notifications/mail/jobs.ts';
import { canSeeLink, linkIn, requireMail, sendsMail } from '../chat/notifications/mail/rules.ts';
import type { Mail, MailKind } from '../chat/notifications/mail/types.ts';
import type { PageText } from '../texts/keys.ts';
import { COPY, copyLine } from './kit/copy.ts';
import { buttonForm } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
import { formatMoment, receivedMails } from './received-mail.ts';

/**
 * Undelivered mail as administrators see it: without a mail server the links, with one the errors. Below it is received
 * mail.
 */
export const mailPage = page({
  paths: ['/mail'],
  summary: 'List mail that is queued or failed',
  audience: 'administrator',
  show(visit) {
    const { app, t, plural } = visit;
    const mails = app.mail.all().toReversed();
    return {
      title: t('Outgoing e-mail'),
      wide: true,
      body: html`${
        sendsMail(app)
          ? html`<p class="lead">${t('E-mails are sent within seconds. These haven’t been sent yet.')}</p>${lastAttempt(visit)}`
          : html`<p class="note">${t(
              'This server doesn’t send e-mail. To turn it on, set <code>KLATCH_SMTP_URL</code> to a mail server. Until then, pass each link on to its recipient.',
            )}</p>`
      }
${mails.length === 0 ? html`<p>${t('No e-mails are waiting to be sent.')}</p>` : html`<ul class="mails">${mails.slice(0, MOST).map((mail) => row(visit, mail))}</ul>`}
${mails.length > MOST && html`<p>${plural(mails.length - MOST, '{n} older e-mail isn’t shown.', '{n} older e-mails aren’t shown.')}</p>`}
${receivesMail(app) && receivedMails(visit)}
<p class="after"><a href="/">${t('Open chat')}</a></p>`,
      script: COPY,
    };
  },
  async submit({ app, user }, fields) {
    const { mail: id, act } = fields as Record<string, string>;
    if (act === 'test') {
      app.limits.take('test_notification_by_user', String(user!.id));
      await testMail(app, user!);
      return { redirect: '/mail' };
    }
    if (act === 'check') {
      app.limits.take('test_notification_by_user', String(user!.id));
      if (app.config.choices.mailImapUrl !== undefined) await checkMailbox(app);
      return { redirect: '/mail' };
    }
    const mail = requireMail(app, Number(id));
    if (act === 'retry') retry(app, mail);
    else done(app, mail);
    return { redirect: '/mail' };
  },
});

const MOST = 200;

/** What the mail server did with the last e-mail since the start, and a button that sends a test. */
function lastAttempt({ app, user, csrf, t, translateError }: Visit): Html {
  const { last } = app.memory.mailDelivery;
  const time = last && formatMoment(last.time);
  return html`${
    last &&
    (last.reason === undefined
      ? html`<p>${t('The mail server accepted the last e-mail ({time}).', { time: time! })}</p>`
      : html`<p class="wrong">${t('The last e-mail couldn’t be sent: {reason} ({time})', { reason: translateError(last.reason), time: time! })}</p>`)
  }
<p class="page-buttons">${buttonForm('/mail', csrf, t('Send test e-mail to {address}', { address: user!.email }), { quiet: true, values: { act: 'test' } })}</p>`;
}

const NAMES: Record<MailKind, PageText> = {
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
  backup_overdue: 'Backup overdue',
  missed_messages: 'Missed messages',
  digest: 'Digest',
  announcement: 'E-mail to members',
  test: 'Test',
};

function row(visit: Visit, mail: Mail): Html {
  const { app, user, csrf, t, plural, translateError } = visit;
  const { id, kind, recipient, created, attempts, failed, reason } = mail;
  const link = canSeeLink(app, user!, mail) ? linkIn(mail) : undefined;
  const words = reason === null ? undefined : translateError(reason);
  const act = (word: string, label: Html) =>
    buttonForm('/mail', csrf, label, { quiet: true, values: { mail: String(id), act: word } });
  return html`<li><p><b>${recipient}</b><br><small><span>${t(NAMES[kind])}</span> · <time>${formatMoment(created)}</time>${attempts > 0 && html` · <span>${plural(attempts, '{n} attempt', '{n} attempts')}</span>`}</small></p>
${words && html`<p class="wrong">${failed === null ? t('Not delivered yet: {reason}', { reason: words }) : t('Couldn’t be delivered: {reason}', { reason: words })}</p>`}
${link && copyLine(visit, link)}
<p class="page-buttons">${failed !== null && act('retry', t('Try again'))}${act('remove', t('Remove'))}</p></li>`;
}
