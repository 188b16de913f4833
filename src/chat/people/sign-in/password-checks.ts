import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest, userDeactivated } from '../../../kernel/errors.ts';
import { SESSION_COOKIE } from '../../../kernel/http/auth.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { normalizeName } from '../../../kernel/http/limits.ts';
import { ServiceFailed } from '../../../kernel/http/outside-services.ts';
import type { Caller } from '../../declare.ts';
import { wrongPassword } from '../../errors.ts';
import { type AuditSource, recordSignInFailure } from '../../organization/audit-log/actions.ts';
import { accountFor } from '../identities/actions.ts';
import { findDirectory, isOfDirectory, LDAP, LDAP_NAME } from '../identities/directory-rules.ts';
import { askDirectory } from '../identities/ldap-client.ts';
import type { Identity } from '../identities/types.ts';
import { normalizePassword, requireStrongPassword } from '../users/field-rules.ts';
import type { User } from '../users/types.ts';
import { type Cookies, knownBrowser, rememberBrowser } from './known-browser-actions.ts';
import { type Attempt, countAttempt, withoutDirectory } from './password-attempt-rules.ts';
import type { Session } from './repository.ts';
import { hashText } from './rules.ts';

/** argon2id with 64 MiB and three passes takes about a fifth of a second, in the thread pool. */
export const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * The hash of a random password. Accounts without a password, and unknown accounts, take as long to reject as a wrong
 * password.
 */
const nobodys = (): string =>
  `$argon2id$v=19$m=${COST.memoryCost},p=1,t=${COST.timeCost}$LrSSDb6sx/M5uYWeeOpm2w$NecbLweMUGYVOKX/HUnR4ENRghAFxUkr2JvZ20SQYCo`;

/**
 * Loaded with the first password: the machine code is not needed to start, and the data folder it is unpacked into
 * exists by then.
 */
const argon2 = () => import('argon2');

export async function hashPassword(password: string): Promise<string> {
  const { argon2id, hash } = await argon2();
  return hash(normalizePassword(password), { type: argon2id, ...COST });
}

/**
 * Whether the password matches the hash. Takes as long if there is no hash. Older hashes are those of the password as
 * it was typed, so that form is compared, too.
 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const { verify } = await argon2();
  for (const form of new Set([normalizePassword(password), password]))
    if ((await verify(hash ?? nobodys(), form)) && typeof hash === 'string') return true;
  return false;
}

/**
 * Returns the hash of a new password if the old one is correct. Throws for a wrong old password and a weak new one, and
 * for users whose password is that of the directory: a second one would not work.
 */
export async function newPasswordHash(app: App, user: User, old: string, input: string): Promise<string> {
  requirePasswordLogin(app);
  if (isOfDirectory(app, user.id)) throw badRequest('Your password is managed in LDAP');
  await requireOwnPassword(app, user, old);
  requireStrongPassword(input, [user.email, user.full_name, app.realm.get('name')]);
  return hashPassword(input);
}

/** For this many seconds after signing in, a browser need not repeat the password. */
const FRESH = 900;

/** Whether a session began a moment ago. `more`: the seconds that something which began in it may have taken. */
export const isFresh = (app: App, { created }: Session, more = 0): boolean =>
  created >= seconds(app.clock) - FRESH - more;

/**
 * Rejects a browser that neither gives the password nor signed in a moment ago, so that a stolen cookie or an unlocked
 * screen does not yield lasting access. Callers with an API key have shown that they know it.
 */
export async function requireFreshSignIn(app: App, user: User, caller: Caller, password?: string): Promise<void> {
  if (!caller.isBrowser) return;
  if (password !== undefined) return requireOwnPassword(app, user, password);
  requireFreshSession(app, caller);
}

/** Rejects everybody but a browser whose user signed in a moment ago, by whatever method. */
export function requireFreshSession(app: App, caller: Caller): void {
  const token = caller.isBrowser ? caller.cookie(SESSION_COOKIE) : undefined;
  const session = token ? app.sessions.byHash(hashText(token)) : undefined;
  if (session && isFresh(app, session)) return;
  throw new ApiError(400, 'REAUTHENTICATION_REQUIRED', 'Enter your password, or sign in again.');
}

/** Throws if the operator does not let users sign in with passwords. */
export function requirePasswordLogin(app: App): void {
  if (!app.config.choices.passwordLogin)
    throw new ApiError(401, 'PASSWORD_AUTH_DISABLED', 'Password authentication is disabled in this organization');
}

/** Throws for a wrong password. Failures count like failed sign-ins. */
async function requireOwnPassword(app: App, user: User, password: string): Promise<void> {
  requirePasswordLogin(app);
  const entry = app.identities.ofUserAt(user.id, LDAP);
  await countFailures(app, { confirms: user.id }, async () => {
    const isRight = entry
      ? (await askForPassword(app, entry.account_name ?? user.email, password, 'by address'))?.isPassword
      : await app.memory.passwordChecks.run(() => isPassword(password, user.password_hash));
    if (!isRight) throw badRequest('Wrong password!');
  });
}

/**
 * Counts an attempt to sign in unless it succeeds. An attempt that the directory did not answer is no failure of the
 * user.
 */
async function countFailures<T>(app: App, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const counted = countAttempt(app.limits, attempt);
  try {
    const result = await work();
    counted.forgive();
    return result;
  } catch (error) {
    if (isUnavailable(error)) counted.giveBack();
    throw error;
  }
}

/**
 * Returns the account of a user of the directory; undefined if the directory has no such user, so that a password of
 * this server decides. Throws AUTHENTICATION_FAILED for a wrong password.
 */
async function signInByDirectory(app: App, name: string, password: string): Promise<User | undefined> {
  const directory = findDirectory(app.config);
  if (!directory) return undefined;
  const answer = await askForPassword(app, name, password);
  if (!answer) {
    const user = app.users.byEmail(name);
    // Their password is that of the directory, which has no entry any more.
    if (user && isOfDirectory(app, user.id)) throw wrongPassword();
    return undefined;
  }
  if (!answer.isPassword) throw wrongPassword();
  return accountFor(app, answer.identity, directory.admission);
}

/**
 * Returns the directory's entry of a user who knows its password. Throws AUTHENTICATION_FAILED otherwise. Failures
 * count like failed sign-ins.
 */
export async function requireDirectoryEntry(
  app: App,
  ip: string,
  { username, password }: { username: string; password: string },
): Promise<Identity> {
  requirePasswordLogin(app);
  if (!findDirectory(app.config)) throw badRequest('This server is not connected to an LDAP directory.');
  const name = normalizeName(username);
  return countFailures(app, { name, ip }, async () => {
    const answer = await askForPassword(app, name, password);
    if (!answer?.isPassword) throw wrongPassword();
    return answer.identity;
  });
}

/**
 * Asks the directory. undefined: no entry matches, or several do. Throws DIRECTORY_UNAVAILABLE if it does not answer;
 * the log says why.
 */
async function askForPassword(
  app: App,
  name: string,
  password: string,
  how?: 'by address',
): Promise<{ identity: Identity; isPassword: boolean } | undefined> {
  const directory = findDirectory(app.config);
  if (!directory) return undefined;
  const filter = how ? `(${directory.attributes.email}=%s)` : directory.filter;
  const answer = await askDirectory({ ...directory, filter }, name, password).catch((error: unknown) => {
    const reason = unreachable(directory.url, error);
    app.log.error({ reason }, 'the directory did not answer');
    throw directoryUnavailable(reason);
  });
  if (answer.entries === 'several')
    app.log.warn({ name }, 'several entries of the directory match what somebody entered, so nobody signs in');
  return answer.entries === 'one' ? answer : undefined;
}

/** Where a password comes from. `cookies`: of a browser; apps have none. */
export interface SignInSource extends AuditSource {
  cookies?: Cookies;
}

type SignInAttempt = Exclude<Attempt, { confirms: number }>;

/**
 * Returns the account with this address and password. Throws AUTHENTICATION_FAILED for unknown addresses, bots and
 * wrong passwords, in the same time. Throws USER_DEACTIVATED only if the password is correct. A browser is remembered
 * after a success.
 */
export async function signIn(app: App, source: SignInSource, email: string, password: string): Promise<User> {
  requirePasswordLogin(app);
  const name = normalizeName(email);
  const { address: ip, cookies } = source;
  const attempt = { name, ip, browser: cookies && knownBrowser(app, cookies, name) };
  try {
    const user = await countFailures(app, attempt, () => requireCorrectPassword(app, attempt, password));
    if (cookies) rememberBrowser(app, cookies, name);
    if (!user.is_active) throw userDeactivated();
    return user;
  } catch (error) {
    if (error instanceof ApiError && !isUnavailable(error)) {
      // The password was right, but its user gets no account here.
      const means = error.status === 403 ? `${LDAP_NAME}: ${error.message}` : 'password';
      recordSignInFailure(app, { user: app.users.byEmail(name), means }, source);
    }
    throw error;
  }
}

async function requireCorrectPassword(app: App, attempt: SignInAttempt, password: string): Promise<User> {
  try {
    return (
      (await signInByDirectory(app, attempt.name, password)) ??
      (await requireLocalPassword(app, attempt.name, password))
    );
  } catch (error) {
    if (isUnavailable(error)) return signInWithoutDirectory(app, attempt, { password, error });
    throw error;
  }
}

async function requireLocalPassword(app: App, name: string, password: string): Promise<User> {
  const account = app.users.byEmail(name);
  const right = await app.memory.passwordChecks.run(() => isPassword(password, account?.password_hash));
  const user = account && app.users.byId(account.id);
  if (!right || !user || user.is_bot || user.password_hash !== account.password_hash) throw wrongPassword();
  return user;
}

/**
 * Signs in with a password of this server while the directory does not answer. Everybody else receives `error`: nobody
 * knows whether the password is wrong. After too many guesses, no password is compared, and the error stays the same.
 */
async function signInWithoutDirectory(
  app: App,
  attempt: SignInAttempt,
  { password, error }: { password: string; error: unknown },
): Promise<User> {
  try {
    const user = await countFailures(app, withoutDirectory(attempt), () =>
      requireLocalPassword(app, attempt.name, password),
    );
    if (!isOfDirectory(app, user.id)) return user;
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
  }
  throw error;
}

const UNAVAILABLE = 'DIRECTORY_UNAVAILABLE';

const directoryUnavailable = (reason: string): ApiError =>
  new ServiceFailed('The directory does not answer. Try again in a minute.', reason, UNAVAILABLE);

const isUnavailable = (error: unknown): boolean => error instanceof ApiError && error.code === UNAVAILABLE;
