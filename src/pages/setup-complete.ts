import type { App } from '../app.ts';
import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { invitationsFor } from '../chat/people/invitations/events.ts';
import type { User } from '../chat/people/users/types.ts';
import { seconds } from '../kernel/clock.ts';
import { inNetworks, isEverywhere, isLoopback } from '../kernel/http/own-addresses.ts';
import { commandLine } from '../kernel/own-command.ts';
import { COPY, copyLine } from './kit/copy.ts';
import { type Html, html } from './kit/html.ts';
import type { View } from './kit/page.ts';
import { qr } from './kit/qr.ts';
import type { Visit } from './kit/visit.ts';

/** For how long after the setup the API key is shown without another sign-in, in seconds. */
const FRESH = 900;

/** The next steps of the first owner. */
export function setupComplete(visit: Visit, owner: User): View {
  const { app, origin: here, language, t } = visit;
  const origin = addressForOthers(app, here);
  const local = isLoopback(new URL(origin).hostname);
  const invitation = invitationsFor(app, owner, origin).findLast(({ link_url }) => link_url !== undefined);
  return {
    title: t('{organization} is ready', { organization: app.realm.get('name') }),
    wide: true,
    operator: true,
    body: html`<p class="lead">${t('You’re signed in as {name} ({email}), its owner.', { name: owner.full_name, email: owner.email })}</p>
<div class="cards">
<section><h2>${t('Invite people')}</h2>
${
  invitation
    ? html`<p>${
        invitation.expiry_date === null
          ? t('Anyone with this link can join.')
          : t('Anyone with this link can join until {day}.', { day: day(invitation.expiry_date, language) })
      }</p>${local && html`<p>${t('For now, it only works on this computer.')}</p>`}
${copyLine(visit, invitation.link_url!)}${!local && qr(invitation.link_url!, t('The invitation link as a QR code'))}`
    : html`<p>${t('Create a link in the chat: <a href="/#organization/invitations/new">Invite people</a>.')}</p>`
}</section>
<section><h2>${t('Phone')}</h2>
${local ? unreachable(visit) : html`<p>${t('Open this address in the phone’s browser. It also works in Zulip’s app.')}</p>`}
${copyLine(visit, origin)}${!local && qr(origin, t('The address {origin} as a QR code', { origin }))}</section>
</div>
<p class="page-buttons"><a class="button" href="/">${t('Open chat')}</a></p>
<details class="operators"><summary>${t('For administrators')}</summary>
${apiAccess(visit, owner, origin)}
${nextSteps(visit)}</details>`,
    script: COPY,
  };
}

function apiAccess({ app, t }: Visit, owner: User, origin: string): Html {
  const isFresh = owner.date_joined > seconds(app.clock) - FRESH;
  return html`<section><h2>${t('API access')}</h2>
${
  isFresh
    ? html`<details><summary>${t('Show your API key')}</summary><pre><code>[api]
email=${owner.email}
key=${owner.api_key}
site=${origin}</code></pre><p>${t(
        'Save this as <code>~/.zuliprc</code> for Zulip’s clients and bots. Anyone with this key can act as you. You can also find it under <a href="/#settings/account-and-privacy">Account and privacy</a>.',
      )}</p></details>`
    : html`<p>${t(
        'You can find your API key under <a href="/#settings/account-and-privacy">Account and privacy</a>. Read the <a href="/api">API reference</a>.',
      )}</p>`
}</section>`;
}

const nextSteps = ({ app, t }: Visit): Html => html`<section><h2>${t('Next steps')}</h2>
<ul class="todo">
<li><b>${t('Address')}</b><span>${t('To use your own domain with HTTPS: <code>{command}</code>', { command: commandLine('serve chat.example.com', app.config) })}</span></li>
<li><b>${t('Backup')}</b><span>${t(
  '<code>{command}</code> backs up while the server runs; <code>--backup-every 1d</code> makes a backup every day',
  { command: commandLine('backup', app.config) },
)}</span></li>
${!sendsMail(app) && html`<li><b>${t('Outgoing e-mail')}</b><span>${t('Optional: <code>KLATCH_SMTP_URL</code> sends invitations and missed messages by e-mail')}</span></li>`}
</ul></section>`;

/** Explains why a phone cannot reach this server, and what to do. */
const unreachable = ({ app: { config }, t }: Visit): Html =>
  isEverywhere(config.choices.host)
    ? html`<p class="note">${t('This name only works on this computer. A phone needs the computer’s address in your network.')}</p>`
    : html`<p class="note">${t(
        'Phones can’t reach this address, because the server only accepts connections from this computer. Start it with <code>{command}</code> for your network, or see “For administrators” below.',
        { command: commandLine(`--listen :${config.port}`, config) },
      )}</p>`;

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
