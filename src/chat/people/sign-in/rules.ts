import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { unauthorized } from '../../../kernel/errors.ts';
import type { Accounts, Device } from '../../../kernel/http/accounts.ts';
import type { Endpoint } from '../../../kernel/http/endpoint.ts';
import { lruCache } from '../../../kernel/lru-cache.ts';
import { ROLES } from '../../../shared/roles.ts';
import { mustBeAdministrator, mustBeOwner, notForBots, notForGuests } from '../../errors.ts';
import { BOT } from '../../integrations/bots/types.ts';
import { isOpenToVisitors } from '../groups/rules.ts';
import { requireKeyAllows } from '../users/key-limit-rules.ts';
import type { User } from '../users/types.ts';

/**
 * The accounts that may call an endpoint.
 * - `public`: anyone
 * - `spectator`: accounts, and visitors if the organization allows them
 * - `user`: any account but the bots of incoming webhooks
 * - `sender`: any account
 * - `human`: no bots
 * - `member`: no guests
 * - `human-member`: neither
 * - `administrator`, `owner`: these roles and above
 */
export type Access =
  | 'public'
  | 'spectator'
  | 'user'
  | 'sender'
  | 'human'
  | 'member'
  | 'human-member'
  | 'administrator'
  | 'owner';

/** Throws if the endpoint is not for accounts of this kind or role, or not for the limited key of this account. */
function requireAccess(endpoint: Endpoint, user: User): void {
  const { auth: access } = endpoint;
  requireKeyAllows(endpoint, user);
  if (user.bot_type === BOT.incoming && access !== 'sender')
    throw unauthorized('This API is not available to incoming webhook bots.');
  const isFor = (kind: 'human' | 'member') => access === kind || access === 'human-member';
  if (isFor('human') && user.is_bot) throw notForBots();
  if (isFor('member') && user.role > ROLES.member) throw notForGuests();
  if (access === 'administrator' && user.role > ROLES.administrator) throw mustBeAdministrator();
  if (access === 'owner' && user.role > ROLES.owner) throw mustBeOwner();
}

/** The last use of a session is stored at most this often, in seconds: requests must not cost a write each. */
const USE_INTERVAL = 600;
/** Compared when no account has the address, so that both cases take the same time. */
const NO_KEY = '-'.repeat(32);

/** How the kernel authenticates requests: by API key or session. */
export const accounts = (app: App): Accounts<User> => ({
  ...byKey(app),
  requireAccess,
  withBearer(key) {
    const user = app.users.byApiKey(key);
    return user?.is_system ? undefined : user;
  },
  withSession(token, from) {
    const session = app.sessions.byHash(hashText(token));
    const now = seconds(app.clock);
    if (!session || session.created < now - app.config.choices.sessionLifetime) return undefined;
    const user = app.users.byId(session.user_id);
    if (from && session.last_used < now - USE_INTERVAL)
      recordSessionUse(app, { ...from, hash: session.token_hash, now });
    return user && { user, isCsrfToken: (sent) => hashText(sent) === session.csrf_hash };
  },
  closed: () => app.realm.get('deactivated'),
  spectatorsAllowed: () => isOpenToVisitors(app),
});

export interface SessionUse extends Device {
  /** Of the session's token. */
  hash: string;
  /** UNIX seconds. */
  now: number;
}

/** Stores when and from where a session was used. A process that follows lets the writer do it. */
export function recordSessionUse(app: App, use: SessionUse): void {
  const { now, device, address, hash } = use;
  if (app.db.isFollower) app.node!.tellWriter('session_use', use);
  else app.db.write(() => app.sessions.setUse(now, device, address, hash));
}

/**
 * Clients send the same headers again and again. The account of a header is cached until something about the account
 * changes.
 */
function byKey(app: App): Pick<Accounts<User>, 'withBasic'> {
  const seen = lruCache<string, User>(10_000);
  return {
    withBasic(credentials) {
      const known = seen.get(credentials);
      if (known && app.users.byId(known.id) === known) return known;
      const text = Buffer.from(credentials, 'base64').toString();
      const colon = text.lastIndexOf(':');
      const user = withApiKey(app, text.slice(0, Math.max(colon, 0)), text.slice(colon + 1));
      if (user) seen.set(credentials, user);
      return user;
    },
  };
}

function withApiKey(app: App, email: string, key: string): User | undefined {
  const user = app.users.byEmail(email) ?? userByPlaceholder(app, email);
  const right = sameKey(key, user?.api_key ?? NO_KEY);
  return right && user && !user.is_system ? user : undefined;
}

/** Returns the account of a placeholder address (`user9@host`). */
export function userByPlaceholder(app: App, email: string) {
  const id = /^user(\d{1,15})@(.+)$/i.exec(email);
  return id && id[2]!.toLowerCase() === app.config.realmHost.toLowerCase() ? app.users.byId(Number(id[1])) : undefined;
}

function sameKey(candidate: string, stored: string): boolean {
  const a = Buffer.from(candidate);
  const b = Buffer.from(stored);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the rights and credentials of an account; undefined for a deactivated one. */
export function accountState(app: App, id: number): string | undefined {
  const user = app.users.byId(id);
  if (!user?.is_active) return undefined;
  const limit = user.key_limit ? ` ${JSON.stringify(user.key_limit)}` : '';
  return hashText(`${user.role} ${user.api_key} ${user.password_hash}${limit}`);
}

export const hashText = (token: string): string => createHash('sha256').update(token).digest('hex');

/** 128 random bits as 32 letters and digits. */
export const newApiKey = (): string => randomBytes(16).toString('hex');

/** Returns a session's CSRF token. It is derived from the session's token, which is not stored either. */
export const makeCsrfToken = (token: string): string => hashText(`csrf ${token}`);

/** 256 random bits for a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');
