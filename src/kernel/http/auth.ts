import type { IncomingMessage, ServerResponse } from 'node:http';
import type { User } from '../../chat/users/types.ts';
import {
  ApiError,
  badRequest,
  invalidKey,
  noSession,
  realmDeactivated,
  unauthorized,
  unauthorizedPrincipal,
  userDeactivated,
} from '../errors.ts';
import type { Endpoint } from './endpoint.ts';

/** What the kernel needs to know of accounts. Both answer in the same time whether the account exists or not. */
export interface Accounts {
  /** By the credentials of HTTP Basic: `email:key` in base64. */
  withBasic(credentials: string): User | undefined;
  withSession(token: string): { user: User; csrf: string } | undefined;
  /** Whether the organisation is out of use: nobody gets in, with whatever credentials. */
  closed(): boolean;
  /** Whether the organisation lets people without an account look around. */
  spectatorsAllowed(): boolean;
}

export const SESSION_COOKIE = 'sessionid';
export const CSRF_COOKIE = 'csrftoken';

/** The account a request acts for, or undefined for one without where the endpoint allows that; refuses wrong credentials. */
export function authenticate(
  accounts: Accounts,
  endpoint: Endpoint,
  request: IncomingMessage,
  byCookie: boolean,
  given: Record<string, string>,
): User | undefined {
  // Before signing in one may still look at what server this is.
  if (accounts.closed() && (endpoint.auth !== 'public' || endpoint.method !== 'GET')) throw realmDeactivated();
  if (endpoint.auth === 'public') return undefined;
  const user = byCookie ? userOfSession(accounts, request, given, endpoint.ownHeader) : userOfKey(accounts, request);
  if (!user) {
    const refusal = byCookie ? noSession() : unauthorized('Missing authorization header for basic auth');
    const open = endpoint.auth === 'spectator' && (byCookie || endpoint.keyless);
    if (!open || !accounts.spectatorsAllowed()) throw refusal;
  }
  return user;
}

const INCOMING_WEBHOOK = 2;

/** Refuses an account of a kind or role that the endpoint is not for. */
export function requireAccess({ auth: access, webhookBots }: Endpoint, user: User): void {
  if (user.bot_type === INCOMING_WEBHOOK && !webhookBots)
    throw unauthorized('This API is not available to incoming webhook bots.');
  const isFor = (kind: 'human' | 'member') => access === kind || access === 'human-member';
  if (isFor('human') && user.is_bot) throw badRequest('This endpoint does not accept bot requests.');
  if (isFor('member') && user.role > 400) throw badRequest('Not allowed for guest users');
  if (access === 'administrator' && user.role > 200)
    throw unauthorizedPrincipal('Must be an organization administrator');
  if (access === 'owner' && user.role > 100) throw unauthorizedPrincipal('Must be an organization owner');
}

function userOfKey(accounts: Accounts, request: IncomingMessage): User | undefined {
  const header = request.headers.authorization;
  if (!header) return undefined;
  const [scheme = '', encoded = ''] = header.split(' ', 2);
  if (scheme.toLowerCase() !== 'basic') throw unauthorized('This endpoint requires HTTP basic authentication.');
  const user = accounts.withBasic(encoded);
  if (!user) throw invalidKey();
  return active(user);
}

function userOfSession(
  accounts: Accounts,
  request: IncomingMessage,
  given: Record<string, string>,
  ownHeader?: string,
): User | undefined {
  const token = cookie(request, SESSION_COOKIE);
  const session = token === undefined ? undefined : accounts.withSession(token);
  if (!session) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD' && !(ownHeader && request.headers[ownHeader])) {
    const sent = request.headers['x-csrftoken'] ?? given.csrfmiddlewaretoken;
    if (sent !== session.csrf) throw new ApiError(403, 'CSRF_FAILED', 'CSRF error: CSRF token missing or incorrect.');
  }
  return active(session.user);
}

/** Forms are sent by pages of this server: browsers say of others' that they are. Keeps others from signing people in to accounts not theirs. */
export function requireOwnPage({ headers }: IncomingMessage): void {
  const from = headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none')
    throw new ApiError(403, 'CSRF_FAILED', 'This form was sent by a page of another site.');
}

function active(user: User): User {
  if (!user.is_active) throw userDeactivated();
  return user;
}

/** One cookie of a request, decoded. */
export function cookie(request: IncomingMessage, name: string): string | undefined {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return undefined;
}

/** Has the browser keep a cookie for `maxAge` seconds, and send it only over TLS where that is how people come. */
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
    `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}${httpOnly ? '; HttpOnly' : ''}`,
  );
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
