import type { JWTPayload } from 'jose';
import type { AuthorizationCodeGrantChecks, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import { FailureInWords, failureReason } from '../../../kernel/http/failure-reason.ts';
import { CLOCK_TOLERANCE, lastAnswer, limitedFetch, openid, TIMEOUT } from './client.ts';
import { isNumericSubject } from './failure-rules.ts';

/**
 * Some providers write `sub` as a number, although OpenID Connect requires a string. Inside a signed token nobody can
 * correct that, so the library rejects the token. Then the same token is verified here, and the number becomes a text.
 */
async function withNumericSubjects<T>(
  request: () => Promise<T>,
  readAgain: (answer: string) => Promise<T>,
): Promise<T> {
  const kept = { text: '' };
  try {
    return await lastAnswer.run(kept, request);
  } catch (error) {
    if (!isNumericSubject(error)) throw error;
    return await readAgain(kept.text);
  }
}

/** The tokens of a sign-in. */
interface Tokens {
  /** The claims of the ID token. */
  claims: IDToken;
  id: string | undefined;
  access: string;
}

/** Exchanges the code in `url` for tokens. Throws if the answer is not valid. */
export const exchangeCode = (
  configuration: Configuration,
  url: URL,
  checks: AuthorizationCodeGrantChecks,
): Promise<Tokens> =>
  withNumericSubjects<Tokens>(
    async () => {
      const { authorizationCodeGrant } = await openid();
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      return { claims: tokens.claims()!, id: tokens.id_token, access: tokens.access_token };
    },
    async (answer) => {
      const { id_token: id, access_token: access } = JSON.parse(answer) as { id_token: string; access_token: unknown };
      const { issuer } = configuration.serverMetadata();
      const { client_id: audience } = configuration.clientMetadata();
      const claims = await verifyToken(configuration, id, { issuer, audience, requiredClaims: ['exp', 'iat'] });
      const isForOthers = Array.isArray(claims.aud) && claims.aud.length > 1;
      const party = claims.azp ?? (isForOthers ? undefined : audience);
      if (claims.nonce !== checks.expectedNonce || party !== audience || typeof access !== 'string')
        throw new FailureInWords('sent a token for another sign-in');
      return { claims: claims as IDToken, id, access };
    },
  );

/** Reads the claims about a user at the provider. `subject` is the `sub` of the ID token. */
export const readUserInfo = (
  configuration: Configuration,
  access: string,
  subject: string,
): Promise<UserInfoResponse> =>
  withNumericSubjects<UserInfoResponse>(
    async () => (await openid()).fetchUserInfo(configuration, access, subject),
    async (answer) => {
      const claims = await verifyToken(configuration, answer, {});
      const { issuer } = configuration.serverMetadata();
      const audience = [claims.aud ?? configuration.clientMetadata().client_id].flat();
      const isOurs = (claims.iss ?? issuer) === issuer && audience.includes(configuration.clientMetadata().client_id);
      if (!isOurs || claims.sub !== subject) throw new FailureInWords('sent claims about another user');
      return claims as UserInfoResponse;
    },
  );

interface Checks {
  issuer?: string;
  audience?: string;
  requiredClaims?: string[];
}

/** The claims of a token that is signed with a key of the provider, with `sub` as a text. */
async function verifyToken(configuration: Configuration, token: string, checks: Checks): Promise<JWTPayload> {
  const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose');
  const address = new URL(configuration.serverMetadata().jwks_uri!);
  const keys = createRemoteJWKSet(address, {
    [customFetch]: limitedFetch as typeof fetch,
    timeoutDuration: TIMEOUT * 1000,
  });
  try {
    const { payload } = await jwtVerify(token, keys, { ...checks, clockTolerance: CLOCK_TOLERANCE });
    return { ...payload, sub: String(payload.sub) };
  } catch (error) {
    throw new FailureInWords(`sent a token that is not valid: it ${failureReason(error)}`, { cause: error });
  }
}
