import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { statesSecondFactor } from '../identities/rules.ts';
import { hashText } from './rules.ts';

/** Who signs in, as a trusted program says. */
export interface TokenClaims {
  email: string;
  name: string | undefined;
  /** UNIX seconds. */
  exp: number;
  /** Whether the program asked for a second factor. */
  hasSecondFactor: boolean;
}

/**
 * Returns the claims of a signed token. Throws if the server has no secret to verify tokens with, and for tokens with a
 * wrong signature, issuer or audience, expired ones, and those that do not expire within `maxAge` seconds. For these,
 * `error` is the text.
 */
export async function requireTokenClaims(
  app: App,
  token: string,
  { maxAge, error = 'Bad JSON web token' }: { maxAge: number; error?: string },
): Promise<TokenClaims> {
  const { jwtSecret, jwtIssuer, jwtAudience } = app.config.choices;
  if (!jwtSecret) throw badRequest('JWT authentication is not enabled for this organization');
  const { jwtVerify } = await import('jose');
  const verified = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
    ...(jwtIssuer !== undefined && { issuer: jwtIssuer }),
    ...(jwtAudience !== undefined && { audience: jwtAudience }),
  }).catch(() => undefined);
  const { email, name, exp } = verified?.payload ?? {};
  if (exp === undefined || exp > Date.now() / 1000 + maxAge) throw badRequest(error);
  if (typeof email !== 'string' || email === '') throw badRequest('No email specified in JSON web token claims');
  const hasSecondFactor = statesSecondFactor(verified!.payload, []);
  return { email, name: typeof name === 'string' ? name : undefined, exp, hasSecondFactor };
}

/** The most used tokens that are remembered. With more, the oldest are forgotten. */
const MOST_USED = 20_000;

/** Notes that a browser signs in with a token. Throws if one did before: its address may be in a log or a history. */
export function useToken(app: App, token: string, { exp, error }: { exp: number; error: string }): void {
  const used = app.memory.usedTokens;
  // The signature is a text of base64url, whose last letter has bits without a meaning.
  const hash = hashText(token.split('.').slice(0, 2).join('.'));
  if (used.has(hash)) throw badRequest(error);
  const now = Date.now() / 1000;
  for (const [known, end] of used) if (end < now || used.size >= MOST_USED) used.delete(known);
  used.set(hash, exp);
}
