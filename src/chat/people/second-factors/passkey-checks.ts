import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { type ApiError, badRequest } from '../../../kernel/errors.ts';
import type { User } from '../users/types.ts';
import type { Passkey } from './types.ts';

// A challenge contains its own proof: random bytes, when it expires, and a signature. Nothing is stored until a passkey
// has answered, so visitors who request challenges and leave cannot keep others from signing in.

const SECRET = 'passkey_challenge_secret';
/** The seconds within which a challenge must be answered. */
const LIFETIME = 300;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;

/** Creates a challenge for a user, or (undefined) for any passkey of this server. */
export function newChallenge(app: App, user: User | undefined): Uint8Array<ArrayBuffer> {
  const signed = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
  signed.writeUIntBE(seconds(app.clock) + LIFETIME, RANDOM_BYTES, TIME_BYTES);
  return new Uint8Array([...signed, ...signature(app, signed, user)]);
}

/** Whether this is an unused challenge (in base64url) for this user, or (undefined) for any passkey. */
export function isValidChallenge(app: App, challenge: string, user: User | undefined): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, SIGNED_BYTES);
  const expected = signature(app, signed, user);
  if (bytes.length !== SIGNED_BYTES + expected.length) return false;
  if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), expected)) return false;
  return getExpiry(bytes) > seconds(app.clock) && !app.secondFactors.isChallengeUsed(bytes.toString('base64url'));
}

/** Stores that a valid challenge was answered, until it expires. Returns false if it had been answered before. */
export function useChallenge(app: App, challenge: string, userId: number): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const used = bytes.toString('base64url');
  return app.db.write(() => app.secondFactors.addUsedChallenge(used, userId, getExpiry(bytes)).changes > 0);
}

const getExpiry = (bytes: Buffer): number => bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES);

const signature = (app: App, signed: Buffer, user: User | undefined): Buffer =>
  createHmac('sha256', getSecret(app))
    .update(signed)
    .update(`${user?.id ?? ''}`)
    .digest();

function getSecret(app: App): string {
  const secret = app.realm.secret(SECRET);
  if (secret !== undefined) return secret;
  const created = randomBytes(32).toString('hex');
  app.db.write(() => app.realm.keepSecret(SECRET, created));
  return created;
}

/** Loaded with the first passkey: the server starts without it. */
const webauthn = () => import('@simplewebauthn/server');

/** The longest answer of a browser, in characters. */
export const LONGEST_ANSWER = 20_000;

/** Passkeys belong to the server's host name. */
const getHost = (origin: string): string => new URL(origin).hostname;

/** What the browser needs to create a passkey for the user. */
export async function creationOptions(
  app: App,
  user: User,
  origin: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    challenge: newChallenge(app, user),
    rpName: app.realm.get('name'),
    rpID: getHost(origin),
    userID: new TextEncoder().encode(`user ${user.id}`),
    userName: user.email,
    userDisplayName: user.full_name,
    excludeCredentials: app.secondFactors.listPasskeys(user.id).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Returns the passkey that a browser created. Throws if it does not answer a challenge of the user. */
export async function requireNewPasskey(
  app: App,
  user: User,
  { answer, origin }: { answer: unknown; origin: string },
): Promise<Omit<Passkey, 'user_id' | 'name' | 'created' | 'last_used'>> {
  const { verifyRegistrationResponse } = await webauthn();
  let answered = '';
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isValidChallenge(app, (answered = challenge), user),
    expectedOrigin: origin,
    expectedRPID: getHost(origin),
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw passkeyError(app, error);
  });
  if (!verified || !registrationInfo) throw passkeyError(app, 'not verified');
  if (!useChallenge(app, answered, user.id)) throw passkeyError(app, 'answered before');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const verifies_user = registrationInfo.userVerified ? 1 : 0;
  if (app.secondFactors.passkey(id)) throw badRequest('This passkey exists already.');
  return { id, public_key: Buffer.from(publicKey), counter, transports: transports.slice(0, 10), verifies_user };
}

/** What the browser needs to sign in with a passkey: one of the user's, or (undefined) any for this server. */
export async function requestOptions(
  app: App,
  user: User | undefined,
  origin: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const known = user ? app.secondFactors.listPasskeys(user.id) : [];
  return generateAuthenticationOptions({
    challenge: newChallenge(app, user),
    rpID: getHost(origin),
    userVerification: user ? 'preferred' : 'required',
    allowCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
  });
}

/**
 * Returns the passkey that a browser signed in with. Throws if it does not answer a challenge for this user. Without a
 * user the passkey is the only factor, so the authenticator must have verified who holds it.
 */
export async function requirePasskey(
  app: App,
  user: User | undefined,
  { answer, origin }: { answer: unknown; origin: string },
): Promise<Passkey> {
  const { verifyAuthenticationResponse } = await webauthn();
  const response = answer as AuthenticationResponseJSON;
  const passkey = typeof response?.id === 'string' ? app.secondFactors.passkey(response.id) : undefined;
  if (!passkey || (user && passkey.user_id !== user.id)) throw unknownPasskey();
  let answered = '';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => isValidChallenge(app, (answered = challenge), user),
    expectedOrigin: origin,
    expectedRPID: getHost(origin),
    requireUserVerification: user === undefined,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
  }).catch((error: unknown) => {
    throw passkeyError(app, error);
  });
  if (!verified) throw passkeyError(app, 'not verified');
  if (!app.secondFactors.passkey(passkey.id)) throw unknownPasskey();
  if (!useChallenge(app, answered, passkey.user_id)) throw passkeyError(app, 'answered before');
  const now = seconds(app.clock);
  const { newCounter, userVerified } = authenticationInfo;
  app.db.write(() => app.secondFactors.setPasskeyUse(newCounter, now, userVerified ? 1 : 0, passkey.id));
  return passkey;
}

/** Parses what a page sent. Throws if that is no JSON, or too long. */
export function passkeyAnswer(text: string): unknown {
  try {
    if (text.length <= LONGEST_ANSWER) return JSON.parse(text);
  } catch {}
  throw passkeyFailed();
}

function passkeyError(app: App, reason: unknown): ApiError {
  app.log.info({ err: reason }, 'a passkey was rejected');
  return passkeyFailed();
}

export const passkeyFailed = (): ApiError => badRequest('The passkey did not work. Try again.');
const unknownPasskey = (): ApiError => badRequest('This passkey is not known here.');
