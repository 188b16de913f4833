import { randomInt } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LIMITS } from '../../../limits.ts';
import { requireAnotherWayIn } from '../identities/rules.ts';
import { sendSecurityNotice } from '../sign-in/notice-actions.ts';
import { accountState, hashText, newToken } from '../sign-in/rules.ts';
import type { User } from '../users/types.ts';
import { isProtected, requireFactorRemains, requireOwnPasskey, requireRoomForPasskey } from './rules.ts';
import type { FirstStep, Passkey, SignInAttempt } from './types.ts';

/** The number of recovery codes, and the letters and digits in one: without those that look alike. */
const CODES = 10;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 12;

/** A recovery code as it is stored, whatever blanks and hyphens the user entered. */
export const recoveryCodeHash = (code: string): string => hashText(code.toLowerCase().replace(/[\s-]/g, ''));

/** Replaces the recovery codes of a user, mails a notice, and returns the new ones. Each of them signs in once. */
export function renewRecoveryCodes(app: App, user: User): string[] {
  return app.db.write(() => {
    sendSecurityNotice(app, user, 'recoveryCodes');
    return createRecoveryCodes(app, user);
  });
}

function createRecoveryCodes(app: App, { id }: User): string[] {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  app.db.write(() => {
    app.secondFactors.removeRecoveryCodes(id);
    for (const code of codes) app.secondFactors.addRecoveryCode(id, recoveryCodeHash(code));
  });
  return codes;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** Recovery codes for a user's first factor; undefined: the user has some already. */
function firstRecoveryCodes(app: App, user: User): string[] | undefined {
  return app.secondFactors.recoveryCodes(user.id) ? undefined : createRecoveryCodes(app, user);
}

/** Adds or replaces the authenticator app. `step`: that of the code that proved it. */
export function setAuthenticator(app: App, user: User, secret: string, step: number): string[] | undefined {
  return app.db.write(() => {
    app.secondFactors.setAuthenticator(user.id, secret, seconds(app.clock), step);
    sendSecurityNotice(app, user, 'authenticatorAdded');
    return firstRecoveryCodes(app, user);
  });
}

export function removeAuthenticator(app: App, user: User): void {
  if (!app.secondFactors.authenticator(user.id)) return;
  requireFactorRemains(app, user, 'authenticator');
  app.db.write(() => {
    app.secondFactors.removeAuthenticator(user.id);
    sendSecurityNotice(app, user, 'authenticatorRemoved');
    removeUselessCodes(app, user);
  });
}

/** Adds a passkey. Returns recovery codes if it is the user's first factor. */
export function addPasskey(
  app: App,
  user: User,
  { id, name, public_key, counter, transports, verifies_user }: Omit<Passkey, 'user_id' | 'created' | 'last_used'>,
): string[] | undefined {
  requireRoomForPasskey(app, user);
  return app.db.write(() => {
    const now = seconds(app.clock);
    const added = { id, user_id: user.id, name, public_key, counter, created: now, last_used: null, verifies_user };
    app.secondFactors.addPasskey({ ...added, transports: JSON.stringify(transports) });
    sendSecurityNotice(app, user, 'passkeyAdded', name);
    return firstRecoveryCodes(app, user);
  });
}

export function renamePasskey(app: App, user: User, id: string, name: string): void {
  requireOwnPasskey(app, user, id);
  app.db.write(() => app.secondFactors.renamePasskey(name, id));
}

export function removePasskey(app: App, user: User, id: string): void {
  const { name, verifies_user } = requireOwnPasskey(app, user, id);
  requireFactorRemains(app, user, 'passkey');
  if (verifies_user === 1 && app.config.choices.passwordLogin) requireAnotherWayIn(app, user, { passkey: id });
  app.db.write(() => {
    app.secondFactors.removePasskey(id);
    sendSecurityNotice(app, user, 'passkeyRemoved', name);
    removeUselessCodes(app, user);
  });
}

function removeUselessCodes(app: App, user: User): void {
  if (!isProtected(app, user)) app.secondFactors.removeRecoveryCodes(user.id);
}

/** Removes all second factors of a user who lost them. For the operator. */
export function resetSecondFactors(app: App, user: User): void {
  const { id } = user;
  app.db.write(() => {
    sendSecurityNotice(app, user, 'secondFactorsReset');
    app.secondFactors.removeAuthenticator(id);
    app.secondFactors.removePasskeysOf(id);
    app.secondFactors.removeRecoveryCodes(id);
  });
}

/** The seconds within which a sign-in must be completed, and the wrong codes that end it. */
export const ATTEMPT_LIFETIME = 600;
const MOST_FAILURES = 5;

/** Starts a sign-in that waits for the second factor. Returns the token for the browser. */
export function startAttempt(app: App, { user, destination, provider = null, idToken = null }: FirstStep): string {
  const token = newToken();
  app.db.write(() => {
    app.secondFactors.addAttempt({
      token_hash: hashText(token),
      user_id: user.id,
      destination: JSON.stringify(destination),
      account_state: accountState(app, user.id)!,
      created: seconds(app.clock),
      provider,
      id_token: idToken,
    });
    app.secondFactors.keepNewestAttempts(user.id, LIMITS.unfinished_sign_ins_of_user);
  });
  return token;
}

/** Returns the sign-in with this token; undefined if it ended, or if the account's credentials changed meanwhile. */
export function findAttempt(app: App, token: string | undefined): { attempt: SignInAttempt; user: User } | undefined {
  const since = seconds(app.clock) - ATTEMPT_LIFETIME;
  const attempt = token ? app.secondFactors.attempt(hashText(token), since) : undefined;
  if (!attempt || accountState(app, attempt.user_id) !== attempt.account_state) return undefined;
  return { attempt, user: app.users.byId(attempt.user_id)! };
}

/** Counts a wrong code. After some of them the sign-in ends. */
export function failAttempt(app: App, token: string, { failures }: SignInAttempt): void {
  app.db.write(() => {
    if (failures + 1 >= MOST_FAILURES) app.secondFactors.removeAttempt(hashText(token));
    else app.secondFactors.failAttempt(hashText(token));
  });
}

/** Ends a sign-in. Each sign-in ends once. */
export function endAttempt(app: App, token: string): void {
  app.db.write(() => app.secondFactors.removeAttempt(hashText(token)));
}

/** Deletes sign-ins and challenges that were not completed in time. */
export function removeExpiredAttempts(app: App): void {
  const now = seconds(app.clock);
  app.db.write(() => {
    app.secondFactors.removeAttemptsBefore(now - ATTEMPT_LIFETIME);
    app.secondFactors.removeChallengesBefore(now);
  });
}
