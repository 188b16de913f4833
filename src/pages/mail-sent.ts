import { buttonForm } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

/** Asks the user to open the link that was mailed to confirm the address. */
export const mailSent = (visit: Visit, email: string): View => ({
  title: visit.t('Check your e-mail'),
  body: html`<p>${visit.t(
    'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.',
    { email },
  )}</p>
${afterMail(visit, email)}`,
});

/** What to do if the mail does not arrive: send it again, or correct the address in the form of the same page. */
export const afterMail = ({ t, request, csrf }: Visit, email: string): Html =>
  html`<p>${t('The link is valid for 24 hours.')}</p>
<p class="page-buttons">${buttonForm(request.url!, csrf, t('Send again'), { quiet: true, values: { email } })}
<a href="${request.url!}">${t('Wrong address?')}</a></p>`;
