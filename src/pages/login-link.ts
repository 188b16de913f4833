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
  show({ app, params, csrf }, filled) {
    const { full_name, email } = requireLoginLink(app, params.key!);
    return {
      title: `Sign in to ${app.realm.get('name')}`,
      body: html`<p>This link signs in <b>${full_name}</b> (${email}) once.</p>${CONTINUE.show(filled, csrf, 'Sign in')}`,
    };
  },
  submit(visit) {
    return finishSignIn(visit, { user: useLoginLink(visit.app, visit.params.key!), destination: visit.destination });
  },
});
