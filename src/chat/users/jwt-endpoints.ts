import { jwtVerify } from 'jose';
import { Type } from 'typebox';
import type { App } from '../../app.ts';
import { ApiError, badRequest } from '../../kernel/errors.ts';
import { endpoint } from '../../kernel/http/endpoint.ts';
import { Maybe } from '../../kernel/http/schema.ts';
import { type User, UserView } from './types.ts';
import { userView } from './views.ts';

export const jwtFetchApiKey = endpoint({
  method: 'POST',
  path: '/jwt/fetch_api_key',
  summary: 'Sign in with a token from a program the server trusts',
  auth: 'public',
  params: { token: Type.String(), include_profile: Type.Boolean({ default: false }) },
  returns: { api_key: Type.String(), email: Type.String(), user: Maybe(UserView) },
  async handle({ app, params, caller }) {
    await app.limits.take('authenticate_by_username', `jwt ${caller.ip}`);
    const user = await userOfToken(app, params.token);
    await app.limits.forgive('authenticate_by_username', `jwt ${caller.ip}`);
    return {
      api_key: user.api_key,
      email: user.email,
      ...(params.include_profile && {
        user: userView(app, user, user, { clientGravatar: true, profileData: app.profileFields.profiles() }),
      }),
    };
  },
});

/**
 * The account a signed token names by its `email`. Refuses where tokens are not taken, one that is not signed with the server's word or
 * has run out, and one that names nobody (AUTHENTICATION_FAILED).
 */
async function userOfToken(app: App, token: string): Promise<User> {
  const { jwtSecret } = app.config.choices;
  if (!jwtSecret) throw badRequest('JWT authentication is not enabled for this organization');
  const email = await emailIn(token, jwtSecret);
  const user = app.users.byEmail(email);
  if (!user || user.is_bot) throw new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
  if (!user.is_active) throw new ApiError(401, 'USER_DEACTIVATED', 'Account is deactivated');
  return user;
}

async function emailIn(token: string, secret: string): Promise<string> {
  const verified = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] }).catch(
    () => undefined,
  );
  if (!verified) throw badRequest('Bad JSON web token');
  const { email } = verified.payload;
  if (typeof email !== 'string' || email === '') throw badRequest('No email specified in JSON web token claims');
  return email;
}
