import { recordSignInFailure } from '../chat/organization/audit-log/actions.ts';
import {
  passkeyAnswer,
  passkeyFailed,
  requestOptions,
  requirePasskey,
} from '../chat/people/second-factors/passkey-checks.ts';
import { requirePasswordLogin } from '../chat/people/sign-in/password-checks.ts';
import type { User } from '../chat/people/users/types.ts';
import { ApiError, userDeactivated } from '../kernel/errors.ts';
import { finishSignIn, makeQuery } from './finish-sign-in.ts';
import { Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
import { passkeyForm, USE_PASSKEY } from './passkey-form.ts';

const ANSWER = new Form({ passkey: { label: '', type: 'hidden' } });

export const passkeyPage = page({
  paths: ['/login/passkey/'],
  summary: 'Sign in with a passkey alone',
  audience: 'public',
  form: ANSWER,
  async show(visit, filled) {
    const { app, origin, destination, t } = visit;
    requirePasswordLogin(app);
    const options = JSON.stringify(await requestOptions(app, undefined, origin));
    return {
      title: t('Sign in with a passkey'),
      script: USE_PASSKEY,
      formTargets: destination.mobilePad ? ['zulip:'] : [],
      body: html`<p class="lead">${t('Your device, or your password manager, has passkeys that you added in your settings here.')}</p>
${filled.error !== undefined && html`<p class="wrong" role="alert">${visit.translateError(filled.error)}</p>`}
${passkeyForm(visit, `/login/passkey/${makeQuery(destination)}`, options)}
<p class="after"><a href="/login/${makeQuery(destination)}">${t('Back to sign-in')}</a></p>`,
    };
  },
  async submit(visit, { passkey }) {
    const { app, ip, destination } = visit;
    requirePasswordLogin(app);
    const user = await app.limits
      .countFailures('authenticate_by_ip', ip, () => passkeyUser(visit, passkey))
      .catch((error) => {
        if (error instanceof ApiError) recordSignInFailure(app, { user: undefined, means: 'passkey' }, visit.source);
        throw error;
      });
    return finishSignIn(visit, { user, destination });
  },
});

async function passkeyUser({ app, origin }: Visit, answer: string): Promise<User> {
  const { user_id } = await requirePasskey(app, undefined, { answer: passkeyAnswer(answer), origin });
  const user = app.users.byId(user_id);
  if (!user || app.accounts.closed()) throw passkeyFailed();
  if (!user.is_active) throw userDeactivated();
  return user;
}
