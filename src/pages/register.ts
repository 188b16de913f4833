import { requestToJoin } from '../chat/people/invitations/account-actions.ts';
import { isOpen } from '../chat/people/invitations/rules.ts';
import { requestReset } from '../chat/people/sign-in/link-actions.ts';
import { requireAllowedEmail } from '../chat/people/users/field-rules.ts';
import { checkField, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page, type View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
import { joinNote } from './legal.ts';
import { mailSent } from './mail-sent.ts';
import { providerButtons } from './provider-buttons.ts';

const REGISTER = new Form({
  email: {
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    hint: 'Used to sign in.',
    maxLength: 254,
    first: true,
  },
});

const invitationRequired = ({ t }: Visit): View => ({
  title: t('Invitation required'),
  status: 404,
  body: html`<p>${t('Ask a member of the organization to invite you.')}</p>
<p class="page-buttons"><a class="button" href="/login/">${t('Sign in')}</a></p>`,
});

/**
 * Registration without an invitation. The page does not reveal who has an account: an existing user gets a mail with a
 * link to sign in.
 */
export const registerPage = page({
  paths: ['/register/'],
  summary: 'Register without an invitation',
  audience: 'public',
  form: REGISTER,
  show(visit, filled) {
    const { app, t } = visit;
    const buttons = app.realm.get('invite_required') ? undefined : providerButtons(visit, '', true);
    if (!isOpen(app) && !buttons) return invitationRequired(visit);
    return {
      title: t('Join {organization}', { organization: app.realm.get('name') }),
      body: html`${isOpen(app) && html`<p class="lead">${t('Enter your e-mail address. You’ll get a link to create your account.')}</p>`}
${joinNote(app)}
${isOpen(app) && REGISTER.show(visit, filled, t('Continue'))}
${buttons}
<p class="after"><a href="/login/">${t('I already have an account')}</a></p>`,
    };
  },
  async submit(visit, { email }) {
    const { app, ip } = visit;
    if (!isOpen(app)) return invitationRequired(visit);
    app.limits.take('sends_email_by_ip', ip);
    // The limit applies whether or not the address has an account, so that nobody can flood a mailbox, and the error
    // reveals nothing.
    app.limits.take('password_reset_form_by_email', email);
    checkField('email', () => requireAllowedEmail(app, email.trim()));
    if (app.users.byEmail(email.trim())) requestReset(app, email);
    else checkField('email', () => requestToJoin(app, email));
    return mailSent(visit, email);
  },
});
