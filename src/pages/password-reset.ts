import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { requestReset, requireReset, resetPassword } from '../chat/people/sign-in/link-actions.ts';
import { hashPassword, requirePasswordLogin } from '../chat/people/sign-in/password-checks.ts';
import { normalizePassword, requireStrongPassword } from '../chat/people/users/field-rules.ts';
import { badRequest } from '../kernel/errors.ts';
import { checkField, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
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
  show({ app, csrf }, filled) {
    requirePasswordLogin(app);
    return {
      title: 'Forgot your password?',
      body: html`<p class="lead">Enter the e-mail address of your account. You’ll get a link to choose a new password.</p>
${REQUEST.show(filled, csrf, 'Send link')}
<p class="after"><a href="/login/">Back to sign-in</a></p>`,
    };
  },
  submit({ app, ip }, { email }) {
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
      title: sendsMail(app) ? 'Check your e-mail' : 'Ask for your link',
      body: sendsMail(app)
        ? html`<p>If <b>${email}</b> belongs to an account, an e-mail with a link is on its way. If it doesn’t arrive within a few minutes, check your spam folder.</p>
<p>The link is valid for 24 hours.</p>`
        : html`<p>This server doesn’t send e-mail. If <b>${email}</b> belongs to an account, ask an owner of the organization for your link.</p>`,
    };
  },
});

const CHOOSE = new Form({
  password: {
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: '6 to 100 characters.',
    maxLength: 100,
    first: true,
  },
  again: { label: 'Repeat password', type: 'password', autocomplete: 'new-password', maxLength: 100 },
});
const NEW_LINK_HELP = 'Request a new link on the sign-in page.';

export const newPasswordPage = page({
  paths: ['/accounts/password/reset/{key}'],
  summary: 'Set a new password with a link from a mail',
  audience: 'public',
  form: CHOOSE,
  show({ app, params, csrf }, filled) {
    const reset = notFoundPage(() => requireReset(app, params.key!), NEW_LINK_HELP);
    if ('gone' in reset) return reset.gone;
    return {
      title: 'Choose a password',
      body: html`<p class="lead">For the account of ${reset.found.full_name} (${reset.found.email}). All devices have to sign in again, and the API key changes.</p>
${CHOOSE.show(filled, csrf, 'Change password')}`,
    };
  },
  async submit(visit, { password, again }) {
    const { app, params } = visit;
    const reset = notFoundPage(() => requireReset(app, params.key!), NEW_LINK_HELP);
    if ('gone' in reset) return reset.gone;
    checkField('password', () =>
      requireStrongPassword(password, [reset.found.email, reset.found.full_name, app.realm.get('name')]),
    );
    checkField('again', () => requireSame(password, again));
    const hash = await hashPassword(password);
    // Somebody else may have used the link meanwhile.
    const used = notFoundPage(() => resetPassword(app, params.key!, hash), NEW_LINK_HELP);
    if ('gone' in used) return used.gone;
    const { found: user } = reset;
    recordAction(app, { kind: 'password_change', user_id: user.id, details: 'reset' }, visit.auditOrigin(user));
    return {
      title: 'Password changed',
      body: html`<p>Sign in with your new password.</p><p class="page-buttons"><a class="button" href="/login/">Sign in</a></p>`,
    };
  },
});

function requireSame(password: string, again: string): void {
  if (normalizePassword(password) !== normalizePassword(again))
    throw badRequest('The passwords don’t match. Enter the same password twice.');
}
