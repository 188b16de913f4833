import { createCipheriv, randomBytes } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { FirstStep } from '../second-factors/types.ts';
import { hashText, newToken } from '../sign-in/rules.ts';
import type { User } from '../users/types.ts';
import type { Attempt } from './authorization-client.ts';
import type { Destination } from './types.ts';

/** The cookie that connects a browser with its visit at a provider, and the seconds that it lasts. */
export const PENDING_COOKIE = 'external-sign-in';
export const PENDING_LIFETIME = 600;

/** The content of the cookie. Nobody else sees it, and the provider's answer must fit it. */
export interface PendingSignIn extends Attempt {
  provider: string;
  destination: Destination;
  invitation?: string | undefined;
  /** The ID of the signed-in user who links an identity; undefined: the visit is a sign-in. */
  linkTo?: number | undefined;
}

/** Reads the cookie. undefined: there is none, or it is not valid. */
export function pendingSignIn(cookie: string | undefined): PendingSignIn | undefined {
  try {
    return JSON.parse(cookie || 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/*
 * Zulip's apps let the user sign in with a browser. They pass 256 random bits in hexadecimal, which only the app and
 * this server know. Phones get the API key, combined with these bits by XOR. Desktop apps get a token that is encrypted
 * with them, and open a session with it.
 */

/** The seconds within which a desktop app must use its token. */
const TOKEN_LIFETIME = 60;

/** Returns the bits that an app passed. Throws unless they are 64 hexadecimal digits. */
export function requirePad(input: string | undefined): string | undefined {
  if (input === undefined) return undefined;
  if (!/^[\da-f]{64}$/i.test(input)) throw badRequest('Invalid OTP');
  return input;
}

/** The address that opens the app on a phone, with the API key in a form that only this app can read. */
export function phoneAddress(realm: string, user: User, pad: string): string {
  const key = Buffer.from(user.api_key);
  const bits = Buffer.from(pad, 'hex');
  const query = new URLSearchParams({
    realm,
    email: user.email,
    user_id: String(user.id),
    otp_encrypted_api_key: Buffer.from(key.map((byte, at) => byte ^ bits[at]!)).toString('hex'),
  });
  return `zulip://login?${query}`;
}

/** Creates a token for a desktop app, and encrypts it so that only this app can read it: AES-256-GCM in hexadecimal. */
export function desktopCode(
  app: App,
  user: User,
  { key, provider = null, idToken = null }: { key: string } & Pick<FirstStep, 'provider' | 'idToken'>,
): string {
  const token = newToken();
  const expires = seconds(app.clock) + TOKEN_LIFETIME;
  app.db.write(() => {
    app.identities.addAppToken(hashText(token), user.id, expires, provider, idToken);
    app.identities.keepNewestAppTokens(user.id, LIMITS.unfinished_sign_ins_of_user);
  });
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv);
  return Buffer.concat([iv, cipher.update(token), cipher.final(), cipher.getAuthTag()]).toString('hex');
}

/** Returns the user whom a desktop app's token signs in, once. Throws 404 for used, expired and unknown tokens. */
export function useAppToken(app: App, token: string): { user: User; provider?: string; idToken?: string } {
  const hash = hashText(token);
  const found = app.identities.appToken(hash, seconds(app.clock));
  const user = found && app.users.byId(found.user_id);
  if (!user?.is_active) throw badRequest('This sign-in has ended. Start again.');
  app.db.write(() => app.identities.removeAppToken(hash));
  return {
    user,
    ...(found?.provider && { provider: found.provider }),
    ...(found?.id_token && { idToken: found.id_token }),
  };
}

/** Deletes tokens of desktop apps that have expired. Call it inside `db.write`. */
export function removeExpiredAppTokens(app: App): void {
  app.identities.removeAppTokensBefore(seconds(app.clock));
}
