import { recordSignInFailure } from '../chat/organization/audit-log/actions.ts';
import { accountWithAddress } from '../chat/people/identities/actions.ts';
import { requireTokenClaims, useToken } from '../chat/people/sign-in/jwt-client.ts';
import type { User } from '../chat/people/users/types.ts';
import { ApiError, realmDeactivated } from '../kernel/errors.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
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
    const { app, ip, destination } = visit;
    const { email, name, exp, hasSecondFactor } = await app.limits.countFailures('jwt_by_ip', ip, () =>
      requireTokenClaims(app, token, { maxAge: MAX_AGE, error: ENDED }),
    );
    if (app.accounts.closed()) throw realmDeactivated();
    useToken(app, token, { exp, error: ENDED });
    const user = signedInUser(visit, { email, fullName: name });
    return hasSecondFactor ? finishSignIn(visit, { user, destination }) : continueSignIn(visit, { user, destination });
  },
});

/** Returns the account of an address, or a new one. The audit log says who got none, and why. */
function signedInUser(
  { app, language, source }: Visit,
  account: { email: string; fullName: string | undefined },
): User {
  try {
    return accountWithAddress(app, account, language);
  } catch (error) {
    const user = app.users.byEmail(account.email);
    if (error instanceof ApiError)
      recordSignInFailure(
        app,
        { user, means: ['JWT', ...(user ? [] : [account.email]), error.message].join(': ') },
        source,
      );
    throw error;
  }
}
