import { isOpenToVisitors } from '../chat/people/groups/rules.ts';
import { providerSignOut } from '../chat/people/identities/authorization-client.ts';
import { isOpen } from '../chat/people/invitations/rules.ts';
import { signIn } from '../chat/people/sign-in/password-checks.ts';
import type { PageText } from '../texts/keys.ts';
import { isDevLoginAllowed } from './dev-login.ts';
import { makeQuery } from './finish-sign-in.ts';
import { buttonForm, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
import { providerButtons } from './provider-buttons.ts';
import { continueSignIn } from './second-factor.ts';

const SIGN_IN = new Form({
  username: { label: 'E-mail', type: 'email', autocomplete: 'username', maxLength: 254, first: true },
  password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
});

/** The conversation to open stands after the #, which browsers do not send to servers. So forms and links carry it. */
const KEEP_PLACE = `const keep = (address) => {
  const url = new URL(address);
  const next = url.searchParams.get('next') ?? '/';
  if (location.hash && !next.includes('#')) url.searchParams.set('next', next + location.hash);
  return url.href;
};
for (const form of document.forms) form.action = keep(form.action);
for (const link of document.querySelectorAll('.providers a, a.keep')) link.href = keep(link.href);`;

/** For a page without a form and without buttons. */
const ELSEWHERE: PageText =
  'You can’t sign in with a password here. Use your organization’s own sign-in page, or ask an administrator for a link.';

export const signInPage = page({
  paths: ['/login/', '/accounts/login/'],
  summary: 'Sign in with a password',
  audience: 'public',
  form: SIGN_IN,
  show(visit, filled) {
    const { app, user, deactivated, ended, destination, t } = visit;
    const { passwordLogin } = app.config.choices;
    const again = visit.params.again === '1';
    const isForApp = destination.mobilePad || destination.desktopKey;
    if (user && !again && !isForApp) return { redirect: destination.next };
    if (!app.users.activeOwners()) return { redirect: '/setup' };
    const query = makeQuery(destination, again ? { again: '1' } : {});
    return {
      title: t('Sign in'),
      operator: true,
      script: KEEP_PLACE,
      // After the form, the browser is sent to the app.
      formTargets: destination.mobilePad ? ['zulip:'] : [],
      body: html`${
        deactivated &&
        html`<p class="note">${t(
          'The account {email} was deactivated. Ask an administrator of {organization} to reactivate it.',
          { email: deactivated.email, organization: app.realm.get('name') },
        )}</p>`
      }
${ended && html`<p class="note">${t('You were signed out because your session ended. Sign in again.')}</p>`}
${user && again && html`<p>${t('Sign in again to confirm that it is you.')}</p>`}
${passwordLogin && SIGN_IN.show(visit, filled, t('Sign in'), `/login/${query}`)}
${!passwordLogin && filled.error !== undefined && html`<p class="wrong" role="alert">${visit.translateError(filled.error)}</p>`}
${passwordLogin && app.secondFactors.hasPasskeys() === 1 && html`<p class="page-buttons"><a class="button quiet keep" href="/login/passkey/${query}">${t('Use a passkey')}</a></p>`}
${providerButtons(visit, query) ?? (!passwordLogin && html`<p>${t(ELSEWHERE)}</p>`)}
${passwordLogin && html`<p class="after"><a href="/accounts/password/reset/">${t('Forgot your password?')}</a></p>`}
${isOpen(app) && html`<p class="after"><a href="/register/">${t('Create account')}</a></p>`}
${isDevLoginAllowed(visit) && html`<p class="after"><a href="/devlogin/">${t('Sign in as any user without a password')}</a></p>`}
${isOpenToVisitors(app) && html`<p class="after"><a href="/">${t('View without an account')}</a></p>`}`,
    };
  },
  async submit(visit, { username, password }) {
    const { destination } = visit;
    const user = await signIn(visit.app, { ...visit.source, cookies: visit }, username, password);
    return continueSignIn(visit, { user, destination });
  },
});

export const signOutPage = page({
  paths: ['/logout/', '/accounts/logout/'],
  summary: 'Sign out',
  audience: 'public',
  async show(visit) {
    const { user, csrf, t } = visit;
    if (!user) return { redirect: '/login/' };
    const elsewhere = await signOutElsewhere(visit);
    return {
      title: t('Sign out'),
      formTargets: elsewhere === undefined ? [] : [new URL(elsewhere).origin],
      body: html`<p>${t('You are signed in as <b>{name}</b> ({email}).', { name: user.full_name, email: user.email })}</p>
${buttonForm('/logout/', csrf, t('Sign out'))}`,
    };
  },
  async submit(visit) {
    const elsewhere = await signOutElsewhere(visit);
    visit.signOut();
    return { redirect: elsewhere ?? '/login/' };
  },
});

/** Where to sign out besides here: at the identity provider that was used to sign in. */
const signOutElsewhere = ({ app, session, origin }: Visit): Promise<string | undefined> =>
  providerSignOut(app, session, `${origin}/login/`);
