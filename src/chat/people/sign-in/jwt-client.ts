import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { statesSecondFactor } from '../identities/second-factor-claims.ts';

/** Who signs in, as a trusted program says. */
export interface TokenClaims {
  email: string;
  name: string | undefined;
  /** Whether the program asked for a second factor. */
  hasSecondFactor: boolean;
}

/**
 * Returns the claims of a signed token. Throws if the server has no secret to verify tokens with, and for tokens with a
 * wrong signature, expired ones, and those that do not expire within `maxAge` seconds. For these, `error` is the text.
 */
export async function requireTokenClaims(
  app: App,
  token: string,
  { maxAge, error = 'Bad JSON web token' }: { maxAge: number; error?: string },
): Promise<TokenClaims> {
  const { jwtSecret } = app.config.choices;
  if (!jwtSecret) throw badRequest('JWT authentication is not enabled for this organization');
  const { jwtVerify } = await import('jose');
  const verified = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
  }).catch(() => undefined);
  const { email, name, exp } = verified?.payload ?? {};
  if (exp === undefined || exp > Date.now() / 1000 + maxAge) throw badRequest(error);
  if (typeof email !== 'string' || email === '') throw badRequest('No email specified in JSON web token claims');
  const hasSecondFactor = statesSecondFactor(verified!.payload, []);
  return { email, name: typeof name === 'string' ? name : undefined, hasSecondFactor };
}
