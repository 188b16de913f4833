import { sendsMail } from '../chat/notifications/mail/rules.ts';
import { requestReset, requireReset, resetPassword } from '../chat/people/sign-in/password-reset-actions.ts';
import { hashPassword } from '../chat/people/sign-in/passwords.ts';
import { requireStrongPassword } from '../chat/people/users/names.ts';
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
const UNSEEN = 200;

export const passwordResetPage = page({
  paths: ['/accounts/password/reset/'],
  summary: 'Request a link to reset the password',
  audience: 'public',
  form: REQUEST,
  show: ({ csrf }, filled) => ({
    title: 'Forgot your password?',
    body: html`<p class="lead">Say which account it is about. With the link you get, you choose another password.</p>
${REQUEST.show(filled, csrf, 'Send me a link')}
<p class="after"><a href="/login/">Back to signing in</a></p>`,
  }),
  submit({ app, ip }, { email }) {
    app.limits.take('sends_email_by_ip', ip);
    app.limits.take('password_reset_form_by_email', email.toLowerCase());
    setTimeout(() => {
      try {
        requestReset(app, email);
      } catch (err) {
        app.log.error({ err }, 'a request for a new password failed');
      }
    }, UNSEEN).unref();
    return {
      title: sendsMail(app) ? 'Look into your mailbox' : 'Ask for your link',
      body: sendsMail(app)
        ? html`<p>If <b>${email}</b> belongs to an account here, a mail with a link is on its way. It may take some minutes, and it may be among the spam.</p>
<p>The link holds for a day.</p>`
        : html`<p>This server sends no mail. If <b>${email}</b> belongs to an account here, an owner of the organization can now see your link and pass it on to you: ask them.</p>`,
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
  again: { label: 'Once more', type: 'password', autocomplete: 'new-password', maxLength: 100 },
});
const NEW_LINK_HELP = 'You can ask for another where you sign in.';

export const newPasswordPage = page({
  paths: ['/accounts/password/reset/{key}'],
  summary: 'Set a new password with a link from a mail',
  audience: 'public',
  form: CHOOSE,
  show({ app, given, csrf }, filled) {
    const reset = notFoundPage(() => requireReset(app, given.key!), NEW_LINK_HELP);
    if ('gone' in reset) return reset.gone;
    return {
      title: 'Choose a password',
      body: html`<p class="lead">For the account of ${reset.found.full_name} (${reset.found.email}). All its devices will have to sign in again, and its API key changes.</p>
${CHOOSE.show(filled, csrf, 'Use this password')}`,
    };
  },
  async submit({ app, given }, { password, again }) {
    const reset = notFoundPage(() => requireReset(app, given.key!), NEW_LINK_HELP);
    if ('gone' in reset) return reset.gone;
    checkField('password', () =>
      requireStrongPassword(password, [reset.found.email, reset.found.full_name, app.realm.get('name')]),
    );
    checkField('again', () => requireSame(password, again));
    const hash = await hashPassword(password);
    // Somebody else may have used the link meanwhile.
    const used = notFoundPage(() => resetPassword(app, given.key!, hash), NEW_LINK_HELP);
    if ('gone' in used) return used.gone;
    return {
      title: 'You have a new password',
      body: html`<p>Sign in with it from now on.</p><p class="ways"><a class="button" href="/login/">Sign in</a></p>`,
    };
  },
});

function requireSame(password: string, again: string): void {
  if (password !== again) throw badRequest('This is not the same password.');
}
