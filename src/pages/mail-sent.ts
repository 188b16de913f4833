import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';

/** Asks the user to open the link that was mailed to confirm the address. */
export const mailSent = (email: string): View => ({
  title: 'Look into your mailbox',
  body: html`<p>A mail with a link is on its way to <b>${email}</b>. It may take some minutes, and it may be among the spam.</p>
<p>The link holds for a day.</p>`,
});
