import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { confirmEmailChange, requireEmailChange } from '../chat/people/users/email-actions.ts';
import { buttonForm } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import { notFoundPage } from './not-found.ts';

const ANOTHER = 'Change your e-mail address again in your settings.';

/**
 * Opening the link changes nothing yet, because mail scanners open links too. The page's own script submits the form.
 */
export const confirmEmailPage = page({
  paths: ['/accounts/confirm_new_email/{key}'],
  summary: 'Show the change of your own address that a mailed link confirms',
  audience: 'public',
  show({ app, params, csrf }) {
    const pending = notFoundPage(() => requireEmailChange(app, params.key!), ANOTHER);
    if ('gone' in pending) return pending.gone;
    const { user, new_email } = pending.found;
    return {
      title: 'Confirm your new e-mail address',
      body: html`<p>The account of <b>${user.full_name}</b> will use <b>${new_email}</b> instead of ${user.email} for signing in and for e-mail.</p>
${buttonForm(`/accounts/confirm_new_email/${params.key!}/now`, csrf, 'Confirm address')}`,
    };
  },
});

export const useNewEmail = page({
  paths: ['/accounts/confirm_new_email/{key}/now'],
  summary: 'Confirm a change of your own address',
  audience: 'public',
  show: ({ params }) => ({ redirect: `/accounts/confirm_new_email/${params.key!}` }),
  submit(visit) {
    const { app, params } = visit;
    const changed = notFoundPage(() => confirmEmailChange(app, params.key!), ANOTHER);
    if ('gone' in changed) return changed.gone;
    const user = app.users.byEmail(changed.found.new_email)!;
    recordAction(app, { kind: 'user_update', user_id: user.id, details: 'email' }, visit.auditOrigin(user));
    return {
      title: 'E-mail address changed',
      body: html`<p>Your account now uses the address <b>${changed.found.new_email}</b>.</p><p class="page-buttons"><a class="button" href="/">Open chat</a></p>`,
    };
  },
});
