import { requireLoginLink, useLoginLink } from '../chat/people/sign-in/link-actions.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';

const CONTINUE = new Form({});

/** Opening the link does not sign in yet, because link previews in chats and mail would use it up. */
export const loginLink = page({
  paths: ['/login/link/{key}'],
  summary: 'Sign in once with a link from an administrator (klatch user login-link)',
  audience: 'public',
  form: CONTINUE,
  show(visit, filled) {
    const { app, params, t } = visit;
    const { full_name, email } = requireLoginLink(app, params.key!);
    return {
      title: t('Sign in to {organization}', { organization: app.realm.get('name') }),
      body: html`<p>${t('This link signs in <b>{name}</b> ({email}) once.', { name: full_name, email })}</p>
${CONTINUE.show(visit, filled, t('Sign in'))}`,
    };
  },
  submit(visit) {
    return finishSignIn(visit, { user: useLoginLink(visit.app, visit.params.key!), destination: visit.destination });
  },
});
