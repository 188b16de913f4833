import { accountWithAddress } from '../chat/people/identities/account-actions.ts';
import { requireTokenClaims } from '../chat/people/sign-in/jwt-client.ts';
import { realmDeactivated } from '../kernel/errors.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { page } from './kit/page.ts';
import { continueSignIn } from './second-factor.ts';

/** The longest validity of a token in a browser, in seconds: a stolen one must not be of use later. */
const MAX_AGE = 300;

/** People see this who waited on the program's page, or sent its form again. */
const ENDED = 'This sign-in has ended. Start again.';

export const jwtPage = page({
  paths: ['/accounts/login/jwt/'],
  summary: 'Sign in with a signed token that a page of a trusted program sends as the field `token`',
  audience: 'public',
  crossSite: true,
  show: () => ({ redirect: '/login/' }),
  async submit(visit, { token = '' }: Record<string, string>) {
    const { app, ip, language, destination } = visit;
    app.limits.take('jwt_by_ip', ip);
    const { email, name, hasSecondFactor } = await requireTokenClaims(app, token, { maxAge: MAX_AGE, error: ENDED });
    if (app.accounts.closed()) throw realmDeactivated();
    const user = accountWithAddress(app, { email, fullName: name }, language);
    app.limits.forgive('jwt_by_ip', ip);
    return hasSecondFactor ? finishSignIn(visit, { user, destination }) : continueSignIn(visit, { user, destination });
  },
});
