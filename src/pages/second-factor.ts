import { recordSignInFailure } from '../chat/organization/audit-log/actions.ts';
import {
  ATTEMPT_LIFETIME,
  endAttempt,
  failAttempt,
  findAttempt,
  setAuthenticator,
  startAttempt,
} from '../chat/people/second-factors/actions.ts';
import { newSecret, requireCode, requireStep } from '../chat/people/second-factors/code-checks.ts';
import { passkeyAnswer, requestOptions, requirePasskey } from '../chat/people/second-factors/passkey-checks.ts';
import { isProtected, needsSecondFactor } from '../chat/people/second-factors/rules.ts';
import type { FirstStep, SignInAttempt } from '../chat/people/second-factors/types.ts';
import type { User } from '../chat/people/users/types.ts';
import { ApiError, badRequest } from '../kernel/errors.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { type Filled, Form } from './kit/form.ts';
import { html } from './kit/html.ts';
import { type Outcome, page, type View } from './kit/page.ts';
import { qr } from './kit/qr.ts';
import type { Visit } from './kit/visit.ts';
import { passkeyForm, USE_PASSKEY } from './passkey-form.ts';

/** The cookie of a sign-in that waits for the second factor. */
const COOKIE = 'sign-in-attempt';
const PATH = '/login/second-factor/';

/** Continues a sign-in after its first step: with the second factor if the account needs one. */
export function continueSignIn(visit: Visit, first: FirstStep): Outcome {
  const { app } = visit;
  if (!needsSecondFactor(app, first.user)) return finishSignIn(visit, first);
  visit.setCookie(COOKIE, startAttempt(app, first), ATTEMPT_LIFETIME);
  return { redirect: PATH };
}

const code = { label: 'Code', autocomplete: 'one-time-code', code: true, maxLength: 40, first: true } as const;
const CONFIRM = new Form({ code: { ...code, hint: 'From your authenticator app, or a recovery code.' } });
const SET_UP = new Form({
  secret: { label: '', type: 'hidden' },
  code: { ...code, hint: 'From your authenticator app.' },
});
/** The fields of all forms of the page. */
const ANY = new Form({
  secret: { label: '', type: 'hidden', optional: true },
  code: { ...code, optional: true },
  passkey: { label: '', type: 'hidden', optional: true },
});

export const secondFactorPage = page({
  paths: [PATH],
  summary: 'Confirm a sign-in with a code or a passkey, or set up the second factor that the organization requires',
  audience: 'public',
  form: ANY,
  async show(visit, filled) {
    const waiting = findAttempt(visit.app, visit.cookie(COOKIE));
    if (!waiting) return { redirect: '/login/' };
    const { attempt, user } = waiting;
    const view = isProtected(visit.app, user)
      ? await confirmView(visit, user, filled)
      : await setUpView(visit, user, filled);
    // After the form, the browser is sent to the app.
    return { ...view, formTargets: attempt.destination.mobilePad ? ['zulip:'] : [] };
  },
  submit: (visit, values) => confirm(visit, values),
});

async function confirmView(visit: Visit, user: User, filled: Filled): Promise<View> {
  const { app, origin, t } = visit;
  const hasPasskey = app.secondFactors.listPasskeys(user.id).length > 0;
  const options = hasPasskey ? JSON.stringify(await requestOptions(app, user, origin)) : '';
  return {
    title: t('Confirm your sign-in'),
    script: USE_PASSKEY,
    body: html`${hasPasskey && passkeyForm(visit, PATH, options)}
${CONFIRM.show(visit, filled, t('Confirm'), PATH)}
<p class="after"><a href="/login/">${t('Back to sign-in')}</a></p>`,
  };
}

async function setUpView(visit: Visit, user: User, filled: Filled): Promise<View> {
  const { app, t } = visit;
  const { secret, uri } = await newSecret(app, user, filled.values.secret);
  return {
    title: t('Protect your account'),
    body: html`<p class="lead">${t(
      '{organization} requires a second factor. Scan this code with an authenticator app, such as Aegis, 1Password or Google Authenticator.',
      { organization: app.realm.get('name') },
    )}</p>
${qr(uri, t('The secret for your authenticator app as a QR code'))}
<p>${t('Or enter this secret there:')}</p>
<p class="copy"><code>${secret}</code></p>
${SET_UP.show(visit, { ...filled, values: { ...filled.values, secret } }, t('Protect the account'), PATH)}`,
  };
}

interface Values {
  secret: string;
  code: string;
  passkey: string;
}

async function confirm(visit: Visit, values: Values): Promise<Outcome> {
  const { app } = visit;
  const token = visit.cookie(COOKIE);
  const waiting = findAttempt(app, token);
  if (!waiting) return { redirect: '/login/' };
  const { attempt, user } = waiting;
  app.limits.take('second_factor_by_user', String(user.id));
  const isKnown = isProtected(app, user);
  try {
    const codes = isKnown ? await proveFactor(visit, user, values) : await addFactor(visit, user, values);
    app.limits.forgive('second_factor_by_user', String(user.id));
    visit.setCookie(COOKIE, '', 0);
    return finishAttempt(visit, { user: app.users.byId(user.id)!, attempt, codes });
  } catch (error) {
    if (error instanceof ApiError) {
      failAttempt(app, token!, attempt);
      recordSignInFailure(app, { user, means: 'second step' }, visit.source);
    }
    throw error;
  }
}

/** Ends the attempt if the code or the passkey is right. Throws if it is not, or if the attempt ended meanwhile. */
async function proveFactor(visit: Visit, user: User, { code, passkey }: Values): Promise<undefined> {
  const { app, origin } = visit;
  if (passkey !== '') {
    await requirePasskey(app, user, { answer: passkeyAnswer(passkey), origin });
    requireStillWaiting(visit);
  } else {
    const proof = await requireCode(app, user, code);
    requireStillWaiting(visit);
    proof.use();
  }
}

/** Ends the attempt with a new authenticator app. Returns the recovery codes. */
async function addFactor(visit: Visit, user: User, { secret, code }: Values): Promise<string[] | undefined> {
  const { app } = visit;
  const step = await requireStep(app, { secret, code });
  requireStillWaiting(visit);
  return setAuthenticator(app, user, secret, step);
}

function requireStillWaiting(visit: Visit): void {
  const token = visit.cookie(COOKIE);
  if (!findAttempt(visit.app, token)) throw badRequest('This sign-in has ended. Start again.');
  endAttempt(visit.app, token!);
}

interface Finished {
  user: User;
  attempt: SignInAttempt;
  /** The recovery codes of a new second factor. */
  codes: string[] | undefined;
}

function finishAttempt(visit: Visit, { user, attempt, codes }: Finished): Outcome {
  const { t } = visit;
  const { destination, provider, id_token: idToken } = attempt;
  const outcome = finishSignIn(visit, { user, destination, provider, idToken });
  if (!codes) return outcome;
  return {
    title: t('Save your recovery codes'),
    script: 'script' in outcome ? outcome.script! : '',
    body: html`<p class="lead">${t('Each code replaces your second factor once. Keep them where you find them without your phone.')}</p>
<p class="copy"><code>${codes.join(' ')}</code></p>
${'redirect' in outcome ? html`<p class="page-buttons"><a class="button" href="${outcome.redirect}">${t('Continue')}</a></p>` : outcome.body}`,
  };
}
