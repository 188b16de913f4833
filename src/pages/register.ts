import { requestToJoin } from '../chat/people/invitations/confirm.ts';
import { isOpen } from '../chat/people/invitations/rules.ts';
import { requestReset } from '../chat/people/sign-in/password-reset-actions.ts';
import { requireAllowedEmail } from '../chat/people/users/names.ts';
import { about, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page, type View } from './kit/page.ts';
import { mailSent } from './mail-sent.ts';

const REGISTER = new Form({
  email: {
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    hint: 'To sign in with.',
    maxLength: 254,
    first: true,
  },
});

const SHUT: View = {
  title: 'By invitation only',
  status: 404,
  body: html`<p>To join, ask for an invitation.</p><p class="ways"><a class="button" href="/login/">Sign in</a></p>`,
};

/** Where no invitation is required. Nobody learns here who has an account: who has one gets a mail with which to sign in again. */
export const registerPage = page({
  paths: ['/register/'],
  summary: 'Ask to join without an invitation',
  audience: 'public',
  form: REGISTER,
  show({ app, csrf }, filled) {
    if (!isOpen(app)) return SHUT;
    return {
      title: `Join ${app.realm.get('name')}`,
      body: html`<p class="lead">Say which address is yours. With the link you get, you make your account.</p>
${REGISTER.show(filled, csrf, 'Go on')}
<p class="after"><a href="/login/">I have an account</a></p>`,
    };
  },
  async submit({ app, ip }, { email }) {
    if (!isOpen(app)) return SHUT;
    app.limits.take('sends_email_by_ip', ip);
    // Whether or not somebody has it: nobody's mailbox is filled from here, and the refusal tells nothing either.
    app.limits.take('password_reset_form_by_email', email.trim().toLowerCase());
    about('email', () => requireAllowedEmail(app, email.trim()));
    if (app.users.byEmail(email.trim())) requestReset(app, email);
    else about('email', () => requestToJoin(app, email));
    return mailSent(email);
  },
});
