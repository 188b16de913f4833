import { notFound } from '../kernel/errors.ts';
import { fromThisMachine } from '../kernel/http/control.ts';
import { ROLES } from '../shared/roles.ts';
import type { PageText } from '../texts/keys.ts';
import { buttonForm } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';

const MOST = 50;
const ROLE_NAMES: Readonly<Record<number, PageText>> = {
  [ROLES.owner]: 'owner',
  [ROLES.administrator]: 'administrator',
  [ROLES.moderator]: 'moderator',
  [ROLES.member]: 'member',
  [ROLES.guest]: 'guest',
};

const roleName = ({ t }: Visit, role: number): Html | undefined => ROLE_NAMES[role] && t(ROLE_NAMES[role]);

export const devLogin = page({
  paths: ['/devlogin/'],
  summary: 'Sign in as any user, on a temporary development server and from the same machine',
  audience: 'public',
  show(visit) {
    const { app, csrf, t } = visit;
    requireDevLogin(visit);
    const people = app.users.active().filter(({ is_bot }) => !is_bot);
    return {
      title: t('Sign in as'),
      body: html`<p class="lead">${t('This is a temporary server. No password is needed.')}</p>
<ul class="people">${people
        .slice(0, MOST)
        .map(
          ({ email, full_name, role }) =>
            html`<li>${buttonForm('/devlogin/', csrf, full_name, { quiet: true, values: { username: email } })}<small>${roleName(visit, role)}</small></li>`,
        )}</ul>
<p class="after"><a href="/login/">${t('Sign in with a password')}</a></p>`,
    };
  },
  submit(visit, fields: Record<string, string>) {
    const { app } = visit;
    requireDevLogin(visit);
    const user = app.users.byEmail(fields.username ?? '');
    if (!user?.is_active || user.is_bot) throw notFound('There is no such account');
    visit.signIn(user);
    return { redirect: '/' };
  },
});

/** Whether this page exists on this server, for this request. */
export const isDevLoginAllowed = ({ app, request }: Visit): boolean =>
  app.config.development && fromThisMachine(request);

function requireDevLogin(visit: Visit): void {
  if (!isDevLoginAllowed(visit)) throw notFound('No such path');
}
