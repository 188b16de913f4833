import { isOpenToVisitors } from '../chat/people/groups/rules.ts';
import { isOpen } from '../chat/people/invitations/rules.ts';
import { signIn } from '../chat/people/sign-in/passwords.ts';
import { sendSignInNotice } from '../chat/people/sign-in/sign-in-notice.ts';
import { isDevLoginAllowed } from './dev-login.ts';
import { buttonForm, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';

const SIGN_IN = new Form({
  username: { label: 'E-mail', type: 'email', autocomplete: 'username', maxLength: 254, first: true },
  password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
});

/** The conversation to open stands after the #, which browsers do not send to servers. So the form carries it. */
const KEEP_PLACE = `for (const form of document.forms) {
  const url = new URL(form.action);
  const next = url.searchParams.get('next') ?? '/';
  if (location.hash && !next.includes('#')) url.searchParams.set('next', next + location.hash);
  form.action = url.href;
}`;

export const signInPage = page({
  paths: ['/login/', '/accounts/login/'],
  summary: 'Sign in with a password',
  audience: 'public',
  form: SIGN_IN,
  show(visit, filled) {
    const { app, user, deactivated, ended, csrf, next } = visit;
    if (user) return { redirect: next };
    if (!app.users.activeOwners()) return { redirect: '/setup' };
    const action = `/login/${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`;
    return {
      title: 'Sign in',
      operator: true,
      script: KEEP_PLACE,
      body: html`${deactivated && html`<p class="note">The account ${deactivated.email} has been deactivated. Whoever runs ${app.realm.get('name')} can bring it back.</p>`}
${ended && html`<p class="note">You were signed out here: your session has ended.</p>`}
${SIGN_IN.show(filled, csrf, 'Sign in', action)}
<p class="after"><a href="/accounts/password/reset/">Forgot your password?</a></p>
${isOpen(app) && html`<p class="after"><a href="/register/">Make an account</a></p>`}
${isDevLoginAllowed(visit) && html`<p class="after"><a href="/devlogin/">Sign in as anybody, without a password</a></p>`}
${isOpenToVisitors(app) && html`<p class="after"><a href="/">Look around without an account</a></p>`}`,
    };
  },
  async submit(visit, { username, password }) {
    const user = await signIn(visit.app, visit.ip, username, password);
    sendSignInNotice(visit.app, user, { raw: visit.request, ip: visit.ip });
    visit.signIn(user);
    return { redirect: visit.next };
  },
});

export const signOutPage = page({
  paths: ['/logout/', '/accounts/logout/'],
  summary: 'Sign out',
  audience: 'public',
  show: ({ user, csrf }) =>
    user
      ? {
          title: 'Sign out',
          body: html`<p>You are signed in as <b>${user.full_name}</b> (${user.email}).</p>${buttonForm('/logout/', csrf, 'Sign out')}`,
        }
      : { redirect: '/login/' },
  submit(visit) {
    visit.signOut();
    return { redirect: '/login/' };
  },
});
