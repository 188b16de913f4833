/** `extra-ca` is for the authorities of the operator. */
const UNKNOWN_AUTHORITY = 'has a certificate that no known authority signed; for one of your own, set extra-ca';
/** Reasons in words, by the codes of Node and of the libraries that send requests. The server's name precedes them. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has a name that cannot be resolved',
  EAI_AGAIN: 'has a name that cannot be resolved now: no name server answers',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached from this network',
  ENETUNREACH: 'cannot be reached: this machine has no route to it',
  ETIMEDOUT: 'does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet: compare the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host name',
};
/** Names of errors for a request that took too long. */
const TIMEOUTS = new Set(['TimeoutError', 'AbortError']);
/** An error whose message continues the name of the server. */
export class FailureInWords extends Error {}

/** Errors inside errors that are looked at. */
const MOST_CAUSES = 5;

/**
 * Returns why a request to another server failed, in words that continue its name: "refuses connections
 * (ECONNREFUSED)". An error that is not known gives its own text.
 */
export function failureReason(error: unknown): string {
  if (error instanceof FailureInWords) return error.message;
  const causes = listCauses(error);
  for (const { code = '', name, message } of causes) {
    // Libraries replace the code by their own, and keep the message: "connect ECONNREFUSED 192.0.2.1:25".
    const known = [code, ...(message.match(/\bE[A-Z_]{4,}\b/g) ?? [])].find((one) => Object.hasOwn(WORDS, one));
    if (known !== undefined) return `${WORDS[known]} (${known})`;
    if (TIMEOUTS.has(name) || /\btime(d )?out$/.test(message)) return 'did not answer in time';
  }
  const { message, code } = causes.findLast((cause) => cause.message) ?? causes[0] ?? {};
  return `failed: ${(message || code || String(error)).slice(0, 300)}`;
}

/** An error and what caused it. A connection that was tried at several addresses has an error for each. */
function listCauses(error: unknown): NodeJS.ErrnoException[] {
  const causes: NodeJS.ErrnoException[] = [];
  for (let next = error; next instanceof Error && causes.length < MOST_CAUSES; ) {
    causes.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return causes;
}

/** The same after the name of the server. `address`: a URL, of which only the host is named. */
export const unreachable = (address: string, error: unknown): string =>
  `${URL.parse(address)?.host || 'the server'} ${failureReason(error)}`;
