import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { badRequest, userDeactivated } from '../../../kernel/errors.ts';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { wrongPassword } from '../../errors.ts';
import { type User, UserView } from '../users/types.ts';
import { userView } from '../users/views.ts';

export const jwtFetchApiKey = endpoint({
  method: 'POST',
  path: '/jwt/fetch_api_key',
  summary: 'Sign in with a signed token from a trusted program',
  auth: 'public',
  params: { token: Type.String(), include_profile: Type.Boolean({ default: false }) },
  returns: { api_key: Type.String(), email: Type.String(), user: Maybe(UserView) },
  async prepare({ app, params, caller }) {
    app.limits.take('jwt_by_ip', caller.ip);
    return emailIn(app, params.token);
  },
  handle({ app, params, caller, prepared: email }) {
    const user = requireUser(app, email);
    app.limits.forgive('jwt_by_ip', caller.ip);
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

/** The longest accepted validity of a token in seconds, whatever its `exp` claims. */
const MAX_AGE = 86_400;

/**
 * Returns the address in a signed token. Throws if the server has no secret to verify tokens with, and for tokens with
 * a wrong signature, expired ones, and those that do not expire within a day.
 */
async function emailIn(app: App, token: string): Promise<string> {
  const { jwtSecret } = app.config.choices;
  if (!jwtSecret) throw badRequest('JWT authentication is not enabled for this organization');
  const { jwtVerify } = await import('jose');
  const verified = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
  }).catch(() => undefined);
  const { email, exp } = verified?.payload ?? {};
  if (exp === undefined || exp > Date.now() / 1000 + MAX_AGE) throw badRequest('Bad JSON web token');
  if (typeof email !== 'string' || email === '') throw badRequest('No email specified in JSON web token claims');
  return email;
}
