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
  show(visit) {
    const { app, params, csrf, t } = visit;
    const pending = notFoundPage(visit, () => requireEmailChange(app, params.key!), ANOTHER);
    if ('gone' in pending) return pending.gone;
    const { user, new_email } = pending.found;
    return {
      title: t('Confirm your new e-mail address'),
      body: html`<p>${t(
        'The account of <b>{name}</b> will use <b>{address}</b> instead of {before} for signing in and for e-mail.',
        { name: user.full_name, address: new_email, before: user.email },
      )}</p>
${buttonForm(`/accounts/confirm_new_email/${params.key!}/now`, csrf, t('Confirm address'))}`,
    };
  },
});

export const useNewEmail = page({
  paths: ['/accounts/confirm_new_email/{key}/now'],
  summary: 'Confirm a change of your own address',
  audience: 'public',
  show: ({ params }) => ({ redirect: `/accounts/confirm_new_email/${params.key!}` }),
  submit(visit) {
    const { app, params, t } = visit;
    const changed = notFoundPage(visit, () => confirmEmailChange(app, params.key!), ANOTHER);
    if ('gone' in changed) return changed.gone;
    const user = app.users.byEmail(changed.found.new_email)!;
    recordAction(app, { kind: 'user_update', user_id: user.id, details: 'email' }, visit.auditOrigin(user));
    return {
      title: t('E-mail address changed'),
      body: html`<p>${t('Your account now uses the address <b>{address}</b>.', { address: changed.found.new_email })}</p>
<p class="page-buttons"><a class="button" href="/">${t('Open chat')}</a></p>`,
    };
  },
});
