import { MOST_SHOWN } from '../chat/integrations/mail-in/actions.ts';
import type { MailResult, ReceivedMail } from '../chat/integrations/mail-in/types.ts';
import { type ReceivingStatus, receivingStatus } from '../chat/integrations/mail-in/views.ts';
import type { PageText } from '../texts/keys.ts';
import { buttonForm } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import type { Visit } from './kit/visit.ts';

export const formatMoment = (time: number): string =>
  `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const RESULTS: Record<MailResult, PageText> = { posted: 'Posted', dropped: 'Dropped', rejected: 'Rejected' };

/** Whether the server can receive mail, and the last received mails with what was done and why. */
export function receivedMails(visit: Visit): Html {
  const { app, t, translateError } = visit;
  const { smtp, mailbox } = receivingStatus(app);
  const mails = app.mailIn.recent(MOST_SHOWN);
  const showMail = ({ received, sender, subject, result, reason }: ReceivedMail) =>
    html`<li><p><b>${sender}</b> ${subject}<br><small><span>${t(RESULTS[result])}</span> · <time>${formatMoment(received)}</time></small></p>
<p${result === 'rejected' && html` class="wrong"`}>${translateError(reason)}</p></li>`;
  return html`<h2>${t('Received e-mail')}</h2>
${smtp && listenerState(visit, smtp)}${mailbox && mailboxState(visit, mailbox)}
${mails.length === 0 ? html`<p>${t('No e-mails have been received.')}</p>` : html`<ul class="mails">${mails.map(showMail)}</ul>`}`;
}

function listenerState(
  { t, translateError }: Visit,
  { port, failure }: NonNullable<ReceivingStatus['smtp']>,
): Html | undefined {
  if (failure !== null)
    return html`<p class="wrong">${t('E-mails can’t be received by SMTP: {reason}', { reason: translateError(failure) })}</p>`;
  return port === null ? undefined : html`<p>${t('E-mails are received by SMTP, on port {port}.', { port })}</p>`;
}

/** Whether the mailbox can be read, when it was read last, and a button that connects to it. */
function mailboxState(
  { csrf, t, translateError }: Visit,
  { host, last_success, failure, stuck, stuck_reason }: NonNullable<ReceivingStatus['mailbox']>,
): Html {
  const read =
    last_success === null
      ? t('It hasn’t been read since the server started.')
      : t('It was last read at {time}.', { time: formatMoment(last_success) });
  const state =
    failure === null
      ? html`<p>${t('E-mails are read from the mailbox at {host}.', { host })} ${read}</p>`
      : html`<p class="wrong">${t('The mailbox can’t be read: {reason}', { reason: translateError(failure) })}<br>${read}</p>`;
  const left =
    stuck > 0 &&
    html`<p class="wrong">${t('Some e-mails in the mailbox couldn’t be received, and are tried again. The last reason: {reason}', { reason: translateError(stuck_reason ?? '') })}</p>`;
  return html`${state}${left}
<p class="page-buttons">${buttonForm('/mail', csrf, t('Check mailbox'), { quiet: true, values: { act: 'check' } })}</p>`;
}
