import { setUpOrganization } from '../chat/organization/setup/actions.ts';
import { isUnowned, requireSetUpCode } from '../chat/organization/setup/rules.ts';
import { createLink } from '../chat/people/invitations/actions.ts';
import { hashPassword } from '../chat/people/sign-in/password-checks.ts';
import {
  PASSWORD_LENGTHS,
  requireFreeEmail,
  requireFullName,
  requireStrongPassword,
} from '../chat/people/users/field-rules.ts';
import { ROLES } from '../shared/roles.ts';
import { checkField, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { KEEP_TYPED } from './kit/keep-typed.ts';
import { page, type View } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
import { setupComplete } from './setup-complete.ts';

const SET_UP = new Form({
  code: {
    label: 'Setup code',
    code: true,
    autocomplete: 'off',
    placeholder: 'XXXX-XXXX-XXXX',
    hint: 'The server prints it when it starts, after “Set up”.',
    maxLength: 40,
  },
  organization: {
    label: 'Organization',
    autocomplete: 'organization',
    hint: 'The name of your team, club or family. You can change it later.',
    maxLength: 40,
    first: true,
  },
  full_name: { label: 'Your name', autocomplete: 'name', maxLength: 100 },
  email: {
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    hint: 'Used to sign in. No e-mail is sent.',
    maxLength: 254,
  },
  password: {
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: '6 to 100 characters.',
    ...PASSWORD_LENGTHS,
  },
});

/**
 * The code stands after the # of the printed link, so that no server or log on the way contains it. The entry of the
 * browser's history keeps it, so that a reload does not ask for it.
 */
const FILL = `const fill = () => {
  const code = location.hash.slice(1) || history.state?.code || '';
  if (!/^[\\w-]{12,16}$/.test(code)) return;
  const field = document.getElementById('code');
  field.value = code;
  field.closest('.field').hidden = true;
  history.replaceState({ code }, '', location.pathname);
};
addEventListener('hashchange', fill);
fill();`;

export const setUpPage = page({
  paths: ['/setup'],
  summary: 'Become the first owner; afterwards, show the next steps',
  audience: 'public',
  form: SET_UP,
  show(visit, filled) {
    const { app, user, t } = visit;
    if (!isUnowned(app)) return user?.role === ROLES.owner ? setupComplete(visit, user) : alreadySetUp(visit);
    return {
      title: t('Set up your server'),
      operator: true,
      body: html`<p class="lead">${t('You’ll be the owner of a new organization. You can change everything later.')}</p>
${SET_UP.show(visit, filled, t('Set up'))}`,
      script: `${FILL}\n${KEEP_TYPED}`,
    };
  },
  async submit(visit, { code, organization, full_name, email, password }) {
    const { app, ip } = visit;
    app.limits.take('setup_code_by_ip', ip);
    checkField('code', () => requireSetUpCode(app, code));
    app.limits.forgive('setup_code_by_ip', ip);
    checkField('password', () => requireStrongPassword(password, [email, full_name, organization]));
    const founder = {
      code,
      organization,
      full_name: checkField('full_name', () => requireFullName(app, full_name)),
      email: checkField('email', () => requireFreeEmail(app, email)),
      password_hash: await hashPassword(password),
      language: visit.accountLanguage,
    };
    const owner = checkField('code', () => setUpOrganization(app, founder));
    createLink(app, owner, {
      invite_as: ROLES.member,
      stream_ids: [],
      group_ids: [],
      include_realm_default_subscriptions: true,
      notify_referrer_on_join: true,
    });
    visit.signIn(owner);
    return { redirect: '/setup' };
  },
});

const alreadySetUp = ({ t }: Visit): View => ({
  title: t('Already set up'),
  body: html`<p>${t('This server already has an owner. Ask the owner for an invitation to join.')}</p>
<p class="page-buttons"><a class="button" href="/login/">${t('Sign in')}</a></p>`,
});
