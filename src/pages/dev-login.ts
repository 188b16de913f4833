import { ROLES } from '../chat/people/users/types.ts';
import { notFound } from '../kernel/errors.ts';
import { fromThisMachine } from '../kernel/http/control.ts';
import { buttonForm } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

const MOST = 50;
const ROLE_NAMES = new Map(Object.entries(ROLES).map(([name, role]) => [role as number, name]));

export const devLogin = page({
  paths: ['/devlogin/'],
  summary: 'Sign in as anybody: a throw-away server’s, and from its own machine',
  audience: 'public',
  show(visit) {
    const { app, csrf } = visit;
    requireThrowAway(visit);
    const people = app.users.active().filter(({ is_bot }) => !is_bot);
    return {
      title: 'Sign in as',
      body: html`<p class="lead">A throw-away server: nobody needs a password.</p>
<ul class="people">${people
        .slice(0, MOST)
        .map(
          ({ email, full_name, role }) =>
            html`<li>${buttonForm('/devlogin/', csrf, full_name, { quiet: true, values: { username: email } })}<small>${ROLE_NAMES.get(role)}</small></li>`,
        )}</ul>
<p class="after"><a href="/login/">Sign in with a password</a></p>`,
    };
  },
  submit(visit, given: Record<string, string>) {
    const { app } = visit;
    requireThrowAway(visit);
    const user = app.users.byEmail(given.username ?? '');
    if (!user?.is_active || user.is_bot) throw notFound('There is no such account');
    visit.signIn(user);
    return { redirect: '/' };
  },
});

/** Whether this page exists here, for this request. */
export const isThrowAway = ({ app, request }: Visit): boolean => app.config.development && fromThisMachine(request);

function requireThrowAway(visit: Visit): void {
  if (!isThrowAway(visit)) throw notFound('No such path');
}
