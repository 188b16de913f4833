import { html } from './kit/html.ts';
import type { View } from './kit/page.ts';

/** To somebody who said which address is theirs, and shows it by opening the link that is mailed there. */
export const mailSent = (email: string): View => ({
  title: 'Look into your mailbox',
  body: html`<p>A mail with a link is on its way to <b>${email}</b>. It may take some minutes, and it may be among the spam.</p>
<p>The link holds for a day.</p>`,
});
