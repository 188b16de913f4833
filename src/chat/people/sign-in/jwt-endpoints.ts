import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { userDeactivated } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { wrongPassword } from '../../errors.ts';
import { recordKeySignIn } from '../../organization/audit-log/actions.ts';
import { proveAddress } from '../identities/unproven-address.ts';
import { requireOneStepIsEnough } from '../second-factors/rules.ts';
import { type User, UserView } from '../users/types.ts';
import { userView } from '../users/views.ts';
import { requireTokenClaims } from './jwt-client.ts';

/** The longest accepted validity of a token in seconds, whatever its `exp` claims. */
const MAX_AGE = 86_400;

export const jwtFetchApiKey = endpoint({
  method: 'POST',
  path: '/jwt/fetch_api_key',
  summary: 'Sign in with a signed token from a trusted program',
  auth: 'public',
  params: { token: Type.String(), include_profile: Type.Boolean({ default: false }) },
  returns: { api_key: Type.String(), email: Type.String(), user: Maybe(UserView) },
  prepare: ({ app, params, caller }) =>
    app.limits.countFailures('jwt_by_ip', caller.ip, () => requireTokenClaims(app, params.token, { maxAge: MAX_AGE })),
  handle({ app, params, caller, prepared: { email, hasSecondFactor } }) {
    const user = proveAddress(app, requireUser(app, email));
    if (!hasSecondFactor) requireOneStepIsEnough(app, user);
    recordKeySignIn(app, user, { address: caller.ip, client: caller.client });
    return {
      api_key: user.api_key,
      email: user.email,
      ...(params.include_profile && {
        user: userView(app, user, user, { clientGravatar: true, profileData: app.profileFields.profiles() }),
      }),
    };
  },
});

/** Returns the account with this address. Throws AUTHENTICATION_FAILED if there is none, and USER_DEACTIVATED. */
function requireUser(app: App, email: string): User {
  const user = app.users.byEmail(email);
  if (!user || user.is_bot) throw wrongPassword();
  if (!user.is_active) throw userDeactivated();
  return user;
}
