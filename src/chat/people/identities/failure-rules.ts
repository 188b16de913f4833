import { unreachable } from '../../../kernel/http/failure-reason.ts';

/** The parts of the library's errors, and of what caused them, that say what happened. */
interface Failure {
  name?: string;
  message?: string;
  code?: string;
  cause?: unknown;
  /** The provider's answer, or its status. */
  status?: unknown;
  /** The provider's own error and its explanation. */
  error?: unknown;
  error_description?: unknown;
  /** What was compared: a claim of a token, or an attribute of the provider's details. */
  claim?: unknown;
  attribute?: unknown;
  expected?: unknown;
  claims?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Errors inside errors that are looked at. */
const MOST_CAUSES = 6;
/** Claims whose values are no secrets, and help to correct a setting. */
const PLAIN_CLAIMS = new Set<unknown>(['iss', 'aud', 'azp']);
/** The longest text of a provider that is logged. */
const LONGEST = 200;

/** An error and what caused it. */
function listCauses(error: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let next = error; typeof next === 'object' && next !== null && chain.length < MOST_CAUSES; ) {
    chain.push(next);
    next = (next as Failure).cause;
  }
  return chain;
}

const quoteValue = (value: unknown): string => JSON.stringify(value)?.slice(0, LONGEST) ?? 'missing';

/** Returns why a provider failed, or why its answer was refused, in words for operators. */
export function providerFailure(error: unknown, issuer: string): string {
  const chain = listCauses(error);
  for (const { claim, claims, attribute, body, expected, code } of chain) {
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
      return 'a time in its token is too far from that of this machine: compare their clocks';
    if (attribute !== undefined)
      return `its ${String(attribute)} is ${quoteValue(body?.[String(attribute)])} instead of ${quoteValue(expected)}`;
    if (PLAIN_CLAIMS.has(claim))
      return `the claim ${String(claim)} of its token is ${quoteValue(claims?.[String(claim)])} instead of ${quoteValue(expected)}`;
    if (typeof claim === 'string') return `the claim ${claim} of its token is not the expected one`;
  }
  const told = [...chain, ...challengesIn(chain)].find((one) => typeof one.error === 'string');
  if (told) return `it answered ${quoteValue(told.error)}: ${quoteValue(told.error_description ?? '')}`;
  const status = statusIn(chain);
  if (status !== undefined) return `it answered with status ${status}`;
  return unreachable(issuer, error);
}

/** The errors that an answer has in its header `WWW-Authenticate`. */
const challengesIn = (chain: readonly Failure[]): Failure[] =>
  chain
    .filter((one) => Array.isArray(one))
    .flat()
    .map(({ parameters }: { parameters?: Failure }) => parameters ?? {});

/** The status of the answer that an error is about. */
const statusIn = (chain: readonly Failure[]): number | undefined =>
  chain.map(({ status }) => status).find((status): status is number => typeof status === 'number' && status >= 300);

/** Whether the library rejected claims because their `sub` is a number. OpenID Connect requires a string. */
export const isNumericSubject = (error: unknown): boolean =>
  listCauses(error).some(({ claims, body }) => [claims?.sub, body?.sub].some(Number.isSafeInteger));

/** Whether a provider does not work at the moment, so that the same sign-in may succeed later. */
export function isOutage(error: unknown): boolean {
  const chain = listCauses(error);
  const status = statusIn(chain);
  if (status !== undefined) return status >= 500 || status === 429;
  return chain.some(
    ({ message = '', name, error: told }) =>
      told === 'temporarily_unavailable' ||
      told === 'server_error' ||
      name === 'TimeoutError' ||
      message === 'fetch failed' ||
      message === 'terminated',
  );
}

/** The issuer that a provider names, if it is not that of the settings. */
export function issuerNamed(error: unknown): string | undefined {
  const compared = listCauses(error).find(({ attribute }) => attribute === 'issuer');
  return typeof compared?.body?.issuer === 'string' ? compared.body.issuer : undefined;
}
