import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';

/** Asks the user to open the link that was mailed to confirm the address. */
export const mailSent = (email: string): View => ({
  title: 'Check your e-mail',
  body: html`<p>An e-mail with a link is on its way to <b>${email}</b>. If it doesn’t arrive within a few minutes, check your spam folder.</p>
<p>The link is valid for 24 hours.</p>`,
});
