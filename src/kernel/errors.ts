/**
 * An error in the API's format: `{result: 'error', msg, code, …extra}` with its HTTP status. Status 200 means that
 * nothing was wrong and nothing done.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }

  get body(): Record<string, unknown> {
    return { result: this.status < 300 ? 'success' : 'error', msg: this.message, code: this.code, ...this.extra };
  }
}

export const badRequest = (message: string, extra?: Record<string, unknown>): ApiError =>
  new ApiError(400, 'BAD_REQUEST', message, extra);
export const notFound = (message: string): ApiError => new ApiError(404, 'BAD_REQUEST', message);
/** `methods`: those that the path has; repeated ones count once. */
export function methodNotAllowed(methods: readonly string[]): ApiError {
  const allowed = [...new Set(methods)];
  const headers = { Allow: allowed.join(', ') };
  return new ApiError(405, 'BAD_REQUEST', 'Method Not Allowed', { allowed_methods: allowed }, headers);
}
export const missing = (name: string): ApiError =>
  new ApiError(400, 'REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });
/** A value of the right type that is not allowed. */
export const badValue = (name: string, value: unknown): ApiError =>
  new ApiError(400, 'REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, {
    var_name: name,
    bad_value: value,
  });
export const unauthorizedPrincipal = (message: string): ApiError =>
  new ApiError(400, 'UNAUTHORIZED_PRINCIPAL', message);

/** Missing or wrong credentials; `www` names the accepted scheme. */
export const unauthorized = (message: string, www = 'Basic realm="klatch"'): ApiError =>
  new ApiError(401, 'UNAUTHORIZED', message, {}, { 'WWW-Authenticate': www });
/** An invalid or replaced API key. */
export const invalidKey = (): ApiError => unauthorized('Invalid API key');
/** No credentials, although the endpoint needs them. */
export const notLoggedIn = (www?: string): ApiError =>
  unauthorized('Not logged in: API authentication or user session required', www);
/** No session cookie, or one of a session that has ended. */
export const noSession = (): ApiError => notLoggedIn('Session realm="klatch"');
export const fileNotFound = (): ApiError => notFound('File not found');
export const userDeactivated = (): ApiError => new ApiError(401, 'USER_DEACTIVATED', 'Account is deactivated');
export const realmDeactivated = (): ApiError =>
  new ApiError(401, 'REALM_DEACTIVATED', 'This organization has been deactivated');
export const badQueue = (queue_id: string): ApiError =>
  new ApiError(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queue_id}`, { queue_id });
