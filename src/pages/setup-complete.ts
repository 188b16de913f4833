import type { App } from '../app.ts';
import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { invitationsFor } from '../chat/people/invitations/views.ts';
import type { User } from '../chat/people/users/types.ts';
import { seconds } from '../kernel/clock.ts';
import { inNetworks, isEverywhere, isLoopback } from '../kernel/http/own-addresses.ts';
import { commandLine } from '../kernel/own-command.ts';
import { type Html, html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import { qr } from './kit/qr.ts';
import type { Visit } from './kit/visit.ts';

/** For how long after the setup the API key is shown without another sign-in, in seconds. */
const FRESH = 900;

/** The next steps of the first owner. */
export function setupComplete({ app, origin: here, language }: Visit, owner: User): View {
  const origin = addressForOthers(app, here);
  const local = isLoopback(new URL(origin).hostname);
  const invitation = invitationsFor(app, owner, origin).findLast(({ link_url }) => link_url !== undefined);
  const fresh = owner.date_joined > seconds(app.clock) - FRESH;
  return {
    title: `${app.realm.get('name')} is ready`,
    wide: true,
    operator: true,
    body: html`<p class="lead">You’re signed in as ${owner.full_name} (${owner.email}), its owner.</p>
<p class="page-buttons"><a class="button" href="/">Open chat</a></p>
<div class="cards">
<section><h2>Phone</h2>
${local ? unreachable(app) : html`<p>Install the Zulip app, then enter or scan this address.</p>`}
<p class="copy"><code>${origin}</code></p>
${!local && qr(origin, `The address ${origin} as a QR code`)}</section>
<section><h2>Invite people</h2>
${
  invitation
    ? html`<p>Anyone with this link can join${invitation.expiry_date !== null && html` until ${day(invitation.expiry_date, language)}`}.</p>${local && html`<p>For now, it only works on this computer.</p>`}
<p class="copy"><code>${invitation.link_url}</code></p>${!local && qr(invitation.link_url!, 'The invitation link as a QR code')}`
    : html`<p>Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.</p>`
}</section>
</div>
<section><h2>API access</h2>
${
  fresh
    ? html`<details><summary>Show your API key</summary><pre><code>[api]
email=${owner.email}
key=${owner.api_key}
site=${origin}</code></pre><p>Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.</p></details>`
    : html`<p>You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.</p>`
}</section>
<section><h2>Next steps</h2>
<ul class="todo">
<li><b>Address</b><span>To use your own domain with HTTPS: <code>${commandLine('serve chat.example.com', app.config)}</code></span></li>
<li><b>Backup</b><span><code>${commandLine('backup', app.config)}</code> backs up while the server runs; <code>--backup-every 1d</code> makes a backup every day</span></li>
${!sendsMail(app) && html`<li><b>Outgoing e-mail</b><span>Optional: <code>KLATCH_SMTP_URL</code> sends invitations and missed messages by e-mail</span></li>`}
</ul></section>`,
  };
}

/** Explains why a phone cannot reach this server, and what to do. */
const unreachable = ({ config }: App): Html =>
  isEverywhere(config.choices.host)
    ? html`<p class="note">This name only works on this computer. A phone needs the computer’s address in your network.</p>`
    : html`<p class="note">Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>${commandLine(`--listen :${config.port}`, config)}</code> for your network, or see “Address” below.</p>`;

/** A user who opened the server on the same machine sees the address for other devices. */
function addressForOthers({ config }: App, here: string): string {
  const elsewhere = isLoopback(new URL(here).hostname) && isEverywhere(config.choices.host) ? inNetworks(here) : [];
  return elsewhere[0] ?? here;
}

const day = (time: number, language: string): string =>
  new Date(time * 1000).toLocaleDateString(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
