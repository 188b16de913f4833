import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { rememberBrowser } from '../chat/people/sign-in/known-browser-actions.ts';
import { requestReset, requireReset, resetPassword } from '../chat/people/sign-in/link-actions.ts';
import { hashPassword, requirePasswordLogin } from '../chat/people/sign-in/password-checks.ts';
import { normalizePassword, PASSWORD_LENGTHS, requireStrongPassword } from '../chat/people/users/field-rules.ts';
import { badRequest } from '../kernel/errors.ts';
import { normalizeName } from '../kernel/http/limits.ts';
import type { PageText } from '../texts/keys.ts';
import { checkField, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { KEEP_TYPED } from './kit/keep-typed.ts';
import { page } from './kit/page.ts';
import { afterMail } from './mail-sent.ts';
import { notFoundPage } from './not-found.ts';

const REQUEST = new Form({
  email: { label: 'E-mail', type: 'email', autocomplete: 'username', maxLength: 254, first: true },
});

/**
 * The delay before a request is processed, in ms. The response, which is the same for every address, was sent long
 * before.
 */
const DELAY = 200;

export const passwordResetPage = page({
  paths: ['/accounts/password/reset/'],
  summary: 'Request a link to reset the password',
  audience: 'public',
  form: REQUEST,
  show(visit, filled) {
    const { app, t } = visit;
    requirePasswordLogin(app);
    return {
      title: t('Forgot your password?'),
      body: html`<p class="lead">${t('Enter the e-mail address of your account. You’ll get a link to choose a new password.')}</p>
${REQUEST.show(visit, filled, t('Send link'))}
<p class="after"><a href="/login/">${t('Back to sign-in')}</a></p>`,
    };
  },
  submit(visit, { email }) {
    const { app, ip, t } = visit;
    requirePasswordLogin(app);
    app.limits.take('sends_email_by_ip', ip);
    app.limits.take('password_reset_form_by_email', email);
    setTimeout(() => {
      try {
        requestReset(app, email);
      } catch (err) {
        app.log.error({ err }, 'a request for a new password failed');
      }
    }, DELAY).unref();
    return {
      title: sendsMail(app) ? t('Check your e-mail') : t('Ask for your link'),
      body: sendsMail(app)
        ? html`<p>${t(
            'If <b>{email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.',
            { email },
          )}</p>
${afterMail(visit, email)}`
        : html`<p>${t(
            'This server doesn’t send e-mail. If <b>{email}</b> belongs to an account, ask an owner of the organization for your link.',
            { email },
          )}</p>`,
    };
  },
});

const CHOOSE = new Form({
  password: {
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: '6 to 100 characters.',
    ...PASSWORD_LENGTHS,
    first: true,
  },
  again: { label: 'Repeat password', type: 'password', autocomplete: 'new-password', maxLength: 100 },
});
const NEW_LINK_HELP: PageText = 'Request a new link on the sign-in page.';

export const newPasswordPage = page({
  paths: ['/accounts/password/reset/{key}'],
  summary: 'Set a new password with a link from a mail',
  audience: 'public',
  form: CHOOSE,
  show(visit, filled) {
    const { app, params, t } = visit;
    const reset = notFoundPage(visit, () => requireReset(app, params.key!), NEW_LINK_HELP);
    if ('gone' in reset) return reset.gone;
    return {
      title: t('Choose a password'),
      body: html`<p class="lead">${t(
        'For the account of {name} ({email}). All devices have to sign in again, and the API key changes.',
        { name: reset.found.full_name, email: reset.found.email },
      )}</p>
${CHOOSE.show(visit, filled, t('Change password'))}`,
      script: KEEP_TYPED,
    };
  },
  async submit(visit, { password, again }) {
    const { app, params, t } = visit;
    const reset = notFoundPage(visit, () => requireReset(app, params.key!), NEW_LINK_HELP);
    if ('gone' in reset) return reset.gone;
    checkField('password', () =>
      requireStrongPassword(password, [reset.found.email, reset.found.full_name, app.realm.get('name')]),
    );
    checkField('again', () => requireSame(password, again));
    const hash = await hashPassword(password);
    // Somebody else may have used the link meanwhile.
    const used = notFoundPage(visit, () => resetPassword(app, params.key!, hash), NEW_LINK_HELP);
    if ('gone' in used) return used.gone;
    const { found: user } = reset;
    // The owner received the mail. Guesses of others in the same network do not lock them out.
    rememberBrowser(app, visit, normalizeName(user.email));
    recordAction(app, { kind: 'password_change', user_id: user.id, details: 'reset' }, visit.auditOrigin(user));
    return {
      title: t('Password changed'),
      body: html`<p>${t('Sign in with your new password.')}</p>
<p class="page-buttons"><a class="button" href="/login/">${t('Sign in')}</a></p>`,
    };
  },
});

function requireSame(password: string, again: string): void {
  if (normalizePassword(password) !== normalizePassword(again))
    throw badRequest('The passwords don’t match. Enter the same password twice.');
}
