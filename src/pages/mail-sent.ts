import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

/** Asks the user to open the link that was mailed to confirm the address. */
export const mailSent = ({ t }: Visit, email: string): View => ({
  title: t('Check your e-mail'),
  body: html`<p>${t(
    'An e-mail with a link is on its way to <b>{email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.',
    { email },
  )}</p>
<p>${t('The link is valid for 24 hours.')}</p>`,
});
