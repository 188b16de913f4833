import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, invalidKey, noSession, realmDeactivated, unauthorized, userDeactivated } from '../errors.ts';
import type { Kernel } from '../kernel.ts';
import type { Account, Accounts, Device } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

/** The program that sent this request. */
export const describeDevice = (config: Kernel['config'], request: IncomingMessage): Device => ({
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
  address: config.trustedAddress(request),
});

export const SESSION_COOKIE = 'sessionid';
export const CSRF_COOKIE = 'csrftoken';

/**
 * Returns the account of a request, or undefined for a visitor if the endpoint allows that. Throws for wrong
 * credentials.
 */
export function authenticate(
  { accounts, config }: Pick<Kernel, 'accounts' | 'config'>,
  endpoint: Endpoint,
  request: IncomingMessage,
  byCookie: boolean,
  fields: Record<string, string>,
): Account | undefined {
  // Before signing in, clients may still read the server's settings.
  if (accounts.closed() && (endpoint.auth !== 'public' || endpoint.method !== 'GET')) throw realmDeactivated();
  if (endpoint.auth === 'public') return undefined;
  const user = byCookie
    ? userOfSession({ accounts, config, request, fields, ownHeader: endpoint.ownHeader })
    : userOfKey(accounts, request, endpoint.bearer);
  if (!user) {
    const authError = byCookie ? noSession() : unauthorized('Missing authorization header for basic auth');
    const open = endpoint.auth === 'spectator' && (byCookie || endpoint.keyless);
    if (!open || !accounts.spectatorsAllowed()) throw authError;
  }
  return user;
}

function userOfKey(accounts: Accounts, request: IncomingMessage, acceptsBearer = false): Account | undefined {
  const header = request.headers.authorization;
  if (!header) return undefined;
  const key = acceptsBearer ? /^bearer +(\S+)$/i.exec(header)?.[1] : undefined;
  if (key === undefined && !isBasic(header)) throw unauthorized('This endpoint requires HTTP basic authentication.');
  const user = key === undefined ? accountWithKey(accounts, header) : accounts.withBearer(key);
  if (!user) throw invalidKey();
  return active(user);
}

const isBasic = (authorization: string): boolean => /^basic(?: |$)/i.test(authorization);

/** The account whose API key an Authorization header has, if any. It may be deactivated. */
export const accountWithKey = (accounts: Accounts, authorization: string): Account | undefined =>
  isBasic(authorization) ? accounts.withBasic(authorization.split(' ', 2)[1] ?? '') : undefined;

interface WithSession {
  accounts: Accounts;
  config: Kernel['config'];
  request: IncomingMessage;
  fields: Record<string, string>;
  ownHeader: string | undefined;
}

function userOfSession({ accounts, config, request, fields, ownHeader }: WithSession): Account | undefined {
  const origin = config.getOrigin(request);
  const token = cookie(request, origin, SESSION_COOKIE);
  const session = token === undefined ? undefined : accounts.withSession(token, describeDevice(config, request));
  if (!session) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    requireOwnPage(request, origin);
    // Pages of other sites cannot send such a header without a preflight request.
    const sent = request.headers['x-csrftoken'] ?? fields.csrfmiddlewaretoken;
    if (!(sent !== undefined && session.isCsrfToken(String(sent))) && !(ownHeader && request.headers[ownHeader]))
      throw new ApiError(403, 'CSRF_FAILED', 'CSRF error: CSRF token missing or incorrect.');
  }
  return active(session.user);
}

/**
 * Throws for a request from a page of another site. With a session it would act for the user. Without one it could sign
 * them in to an account that isn't theirs. Browsers name the page in Sec-Fetch-Site, or else in Origin or Referer;
 * other programs name none.
 */
export function requireOwnPage({ headers }: IncomingMessage, origin: string): void {
  const site = headers['sec-fetch-site'];
  const page = headers.origin ?? headers.referer;
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : page === undefined || isOwnPage(page, origin, headers.host);
  if (!isOwn) throw new ApiError(403, 'CSRF_FAILED', 'This form was sent from another site.');
}

/** Whether a page at this URL is the server's: at its own address, or at the one this request was sent to. */
function isOwnPage(page: string, origin: string, host: string | undefined): boolean {
  const from = URL.parse(page);
  const own = URL.parse(origin);
  if (!from || !own) return false;
  if (from.origin === own.origin) return true;
  // A server behind a proxy may not know its own scheme. One that has HTTPS accepts no page without it.
  return from.host === host && !(own.protocol === 'https:' && from.protocol === 'http:');
}

function active(user: Account): Account {
  if (!user.is_active) throw userDeactivated();
  return user;
}

/**
 * The name a cookie has at this address. Over HTTPS it has the prefix `__Host-`: browsers accept such a cookie from
 * this very host alone, so another host of the domain cannot replace it. Over HTTP they accept none with that prefix.
 */
const cookieName = (name: string, origin: string): string => (origin.startsWith('https:') ? `__Host-${name}` : name);

/** One cookie of a request, decoded; `origin` is the address of the server, as this request reached it. */
export function cookie(request: IncomingMessage, origin: string, plainName: string): string | undefined {
  const name = cookieName(plainName, origin);
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decodeBase64(part.slice(at + 1).trim());
  }
  return undefined;
}

/** Sets a cookie for `maxAge` seconds; `secure` if the server is reached over TLS. */
export function setCookie(
  response: ServerResponse,
  origin: string,
  name: string,
  value: string,
  { httpOnly = false, maxAge = 1_209_600 } = {},
): void {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  response.appendHeader(
    'Set-Cookie',
    `${cookieName(name, origin)}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}${httpOnly ? '; HttpOnly' : ''}`,
  );
}

function decodeBase64(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
